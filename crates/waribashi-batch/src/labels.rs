use waribashi_solve::Oracle;

use crate::{batch::number, error::BatchError, steps::Steps};

/// Values and distances of every node, to be looked up by the batch.
#[derive(Clone, Debug)]
pub struct Labels {
    rules: waribashi::Rules,
    labels: Vec<(i8, i32)>,
}

impl Labels {
    /// The label of a draw.
    pub(crate) const DRAW: (i8, i32) = (0, -1);

    /// Takes the labels of all positions from an oracle.
    ///
    /// # Errors
    ///
    /// Where the oracle is of other rules.
    pub fn new(steps: &Steps, oracle: &impl Oracle) -> Result<Self, BatchError> {
        let given = oracle.compiled().rules();
        if given != steps.rules() {
            return Err(BatchError::other_rules("values", given, steps.rules()));
        }
        let label = |node| {
            let label = oracle.label(steps.untagged(node).0);
            let distance = label.distance.map_or(-1, |plies| plies as i32);
            (number(label.value), distance)
        };
        Ok(Labels {
            rules: given.clone(),
            labels: (0..steps.nodes()).map(label).collect(),
        })
    }

    pub(crate) fn of(&self, node: u32) -> (i8, i32) {
        self.labels[node as usize]
    }

    pub(crate) fn check(&self, steps: &Steps) -> Result<(), BatchError> {
        if self.rules == *steps.rules() {
            Ok(())
        } else {
            Err(BatchError::other_rules(
                "values",
                &self.rules,
                steps.rules(),
            ))
        }
    }
}
