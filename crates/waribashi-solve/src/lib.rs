//! Exact values and distances of the finger game Chopsticks.

#![forbid(unsafe_code)]

pub mod closed;
