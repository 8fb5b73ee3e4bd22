use std::io;

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// It does not begin as a table does.
    #[error("this is no table of waribashi")]
    Magic,
    /// Its first bytes are those of a table whose line ends were changed.
    #[error("its first bytes were changed, as by a transfer as text: transfer it as binary")]
    Text,
    /// It is of another version of the format.
    #[error("it is of version {0} of the format, and this program reads version {VERSION}: use a newer waribashi", VERSION = crate::VERSION)]
    Version(u32),
    /// It ends too early.
    #[error("it is shorter than it should be")]
    Short,
    /// It goes on after its end.
    #[error("it has {0} bytes after its end")]
    Long(u64),
    /// It was never finished.
    #[error("it is not finished: solve again with --resume")]
    Unfinished,
    /// The rules in it are none.
    #[error("its rules cannot be read: {0}")]
    Rules(String),
    /// Something in its head is not as it can be.
    #[error("its head is damaged: {0}")]
    Head(&'static str),
    /// A block is not what the head says it is.
    #[error("block {block} is damaged: {what}")]
    Block {
        /// Its number, from 0.
        block: u64,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The labels are not as many of each kind as the head says.
    #[error("the labels do not add up to the head's {0}")]
    Counts(&'static str),
}

/// Why a table could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The system could not read it.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is damaged, or no table.
    #[error(transparent)]
    Damage(#[from] Damage),
}
