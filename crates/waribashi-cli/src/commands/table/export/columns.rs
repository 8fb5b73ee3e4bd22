//! Parquet: a row group for each block.

use std::{io::Write, sync::Arc};

use parquet::{
    basic::{Compression, ZstdLevel},
    data_type::{ByteArray, ByteArrayType, Int32Type},
    errors::ParquetError,
    file::{
        metadata::KeyValue,
        properties::WriterProperties,
        writer::{SerializedColumnWriter, SerializedFileWriter, SerializedRowGroupWriter},
    },
    schema::parser::parse_message_type,
};
use waribashi_table::Table;

use crate::failure::Failure;

use super::Record;

const SCHEMA: &str = "message positions {
    required binary position (STRING);
    required group moves (LIST) { repeated group list { required binary element (STRING); } }
    required binary value (STRING);
    optional int32 distance;
    required group best (LIST) { repeated group list { required binary element (STRING); } }
}";

/// A Parquet file that is being written.
pub(super) struct Columns<W: Write + Send>(SerializedFileWriter<W>);

type Column<'a> = SerializedColumnWriter<'a>;

impl<W: Write + Send> Columns<W> {
    pub(super) fn new(out: W, table: &Table) -> Result<Self, Failure> {
        let schema = parse_message_type(SCHEMA).expect("a schema");
        let rules = KeyValue::new("rules".to_string(), table.rules().to_string());
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_key_value_metadata(Some(vec![rules]))
            .build();
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties));
        Ok(Columns(writer.map_err(failed)?))
    }

    /// Writes a row group.
    pub(super) fn write(&mut self, records: &[Record]) -> Result<(), Failure> {
        let mut group = self.0.next_row_group().map_err(failed)?;
        let text = |text: &str| ByteArray::from(text.as_bytes().to_vec());
        let positions: Vec<ByteArray> = records
            .iter()
            .map(|record| text(&record.position))
            .collect();
        let values: Vec<ByteArray> = records
            .iter()
            .map(|record| text(&record.value.to_string()))
            .collect();
        let distances: Vec<i32> = records
            .iter()
            .filter_map(|record| record.distance)
            .map(|plies| plies as i32)
            .collect();
        let present: Vec<i16> = records
            .iter()
            .map(|record| i16::from(record.distance.is_some()))
            .collect();
        column(&mut group, |column| {
            column
                .typed::<ByteArrayType>()
                .write_batch(&positions, None, None)
        })?;
        lists(&mut group, records, |record| &record.moves)?;
        column(&mut group, |column| {
            column
                .typed::<ByteArrayType>()
                .write_batch(&values, None, None)
        })?;
        column(&mut group, |column| {
            column
                .typed::<Int32Type>()
                .write_batch(&distances, Some(&present), None)
        })?;
        lists(&mut group, records, |record| &record.best)?;
        group.close().map_err(failed)?;
        Ok(())
    }

    pub(super) fn finish(self) -> Result<(), Failure> {
        self.0.close().map_err(failed)?;
        Ok(())
    }
}

/// Writes the next column of a group.
fn column<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    write: impl FnOnce(&mut Column<'_>) -> Result<usize, ParquetError>,
) -> Result<(), Failure> {
    let column = group.next_column().map_err(failed)?;
    let mut column = column.expect("the schema has another column");
    write(&mut column).map_err(failed)?;
    column.close().map_err(failed)
}

/// Writes a column of lists, none of which is empty: a position whose game goes on has a move, and a best one.
fn lists<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    records: &[Record],
    list: impl Fn(&Record) -> &Vec<String>,
) -> Result<(), Failure> {
    let lists = || records.iter().map(&list);
    let texts = lists()
        .flatten()
        .map(|text| ByteArray::from(text.as_bytes().to_vec()));
    let texts: Vec<ByteArray> = texts.collect();
    let defined = vec![1; texts.len()];
    // 0 where a new list begins.
    let repeated: Vec<i16> = lists()
        .flat_map(|list| (0..list.len()).map(|at| i16::from(at > 0)))
        .collect();
    column(group, |column| {
        column
            .typed::<ByteArrayType>()
            .write_batch(&texts, Some(&defined), Some(&repeated))
    })
}

fn failed(error: ParquetError) -> Failure {
    Failure::failed(format!("the Parquet file cannot be written: {error}"))
}
