//! numpy arrays that Python may read and not write.

use numpy::{Element, PyArray, PyArray1, PyArrayMethods, ndarray::Dimension};
use pyo3::{prelude::*, sync::PyOnceLock};

/// An array that is made when it is first asked for, and is the same object ever after.
pub(crate) struct Kept<T: Element, D: Dimension>(PyOnceLock<Py<PyArray<T, D>>>);

impl<T: Element, D: Dimension> Kept<T, D> {
    pub(crate) fn get<'py>(
        &self,
        py: Python<'py>,
        make: impl FnOnce() -> PyResult<Bound<'py, PyArray<T, D>>>,
    ) -> PyResult<Bound<'py, PyArray<T, D>>> {
        let kept = self.0.get_or_try_init(py, || -> PyResult<_> {
            let array = make()?;
            array.readwrite().make_nonwriteable();
            Ok(array.unbind())
        })?;
        Ok(kept.bind(py).clone())
    }
}

impl<T: Element, D: Dimension> Default for Kept<T, D> {
    fn default() -> Self {
        Kept(PyOnceLock::new())
    }
}

/// A new array with a copy of a few numbers: quicker than one that takes them over.
pub(crate) fn copied<'py, T: Element>(py: Python<'py>, numbers: &[T]) -> Bound<'py, PyArray1<T>> {
    PyArray1::from_slice(py, numbers)
}

/// A new array that takes the numbers over.
pub(crate) fn array<T: Element>(py: Python<'_>, numbers: Vec<T>) -> Bound<'_, PyArray1<T>> {
    PyArray1::from_vec(py, numbers)
}
