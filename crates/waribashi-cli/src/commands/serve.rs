//! `waribashi serve`: the page to play on, and the answers as JSON.

use std::{
    io::{self, Write},
    net::SocketAddr,
};

use bytesize::ByteSize;
use waribashi_server::{Hosts, LEAST_MEMORY, Origin, Settings, USUAL_MEMORY};

use crate::{failure::Failure, page::Page, solving};

/// Serve the page to play on, and exact answers as JSON, until Ctrl-C.
///
/// Everything is in the program; nothing is fetched from elsewhere. The answers are described at
/// /api/v1/openapi.json.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The address and port to listen on; port 0 for any that is free.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878", value_parser = address)]
    addr: SocketAddr,
    /// How much memory solutions, and what is made of them, may take in all [default: 512MiB].
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    memory: Option<ByteSize>,
    /// A web site whose pages may read the answers, for example https://example.org, or * for all.
    #[arg(long, value_name = "ORIGIN")]
    cors: Option<Origin>,
    /// Answer whatever host is asked for, as behind a proxy; without it, an address of this machine alone answers only to
    /// its names. Other addresses always do.
    #[arg(long)]
    any_host: bool,
}

pub(crate) fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    let local = arguments.addr.ip().is_loopback() && !arguments.any_host;
    let settings = Settings {
        memory: arguments.memory.map_or(USUAL_MEMORY, |size| size.as_u64()),
        cors: arguments.cors.clone(),
        hosts: if local { Hosts::Loopback } else { Hosts::Any },
        ..Settings::default()
    };
    let mut told = Ok(());
    let ready = |address| told = tell(page, address);
    waribashi_server::run(arguments.addr, settings, ready).map_err(Failure::failed)?;
    Ok(told?)
}

/// Says where the page is, at once.
fn tell(page: &mut Page, address: SocketAddr) -> io::Result<()> {
    writeln!(page, "The page is at http://{address}/ (Ctrl-C ends it)")?;
    page.flush()
}

fn address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse()
        .map_err(|_| "expected an IP address and a port (for example: 127.0.0.1:7878 or [::1]:0)")
}

fn memory(text: &str) -> Result<ByteSize, String> {
    let size = solving::size(text)?;
    match size.as_u64() >= LEAST_MEMORY {
        true => Ok(size),
        false => Err(format!(
            "expected {} or more (for example: 1GiB)",
            ByteSize(LEAST_MEMORY)
        )),
    }
}
