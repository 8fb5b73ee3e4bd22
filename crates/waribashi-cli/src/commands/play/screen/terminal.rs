//! The terminal of the screen: keys and signals in, drawings out, and everything as it was in the end.

use std::{
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
#[cfg(unix)]
use std::{process, thread};

use base64::{Engine, prelude::BASE64_STANDARD};
use ratatui::{
    DefaultTerminal,
    crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers},
};

use super::{Screen, draw::draw};
use crate::failure::Failure;

/// How long a signal may wait.
const ALERT: Duration = Duration::from_millis(50);

/// How long the program may take to end by itself after a signal.
#[cfg(unix)]
const GRACE: Duration = Duration::from_millis(500);

/// Ctrl-C comes as a key, but ends the program as the signal would.
const INTERRUPT: u8 = 2;

/// Shows the screen until the player leaves, or a signal ends it.
pub(crate) fn run(screen: Screen) -> Result<(), Failure> {
    let signal = signals()?;
    // From here on a panic puts the terminal right before it says what it is.
    let mut terminal = ratatui::try_init()?;
    let done = show(screen, &mut terminal, &signal);
    // A terminal that was closed cannot be put right.
    let _ = ratatui::try_restore();
    match (done, signal.load(Ordering::Relaxed)) {
        (done, 0) => done,
        // What else went wrong came of the signal.
        (_, number) => Err(Failure::Signal(number as u8)),
    }
}

/// The number of the signal that asks the program to end; 0 as long as there was none.
fn signals() -> io::Result<Arc<AtomicUsize>> {
    let last = Arc::new(AtomicUsize::new(0));
    #[cfg(unix)]
    {
        use signal_hook::{
            consts::{SIGHUP, SIGINT, SIGTERM},
            iterator::Signals,
        };
        let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
        let noted = Arc::clone(&last);
        thread::spawn(move || {
            if let Some(number) = signals.forever().next() {
                noted.store(number as usize, Ordering::Relaxed);
                // Whoever waits for a key of a closed terminal never hears of it.
                thread::sleep(GRACE);
                let _ = ratatui::try_restore();
                process::exit(128 + number);
            }
        });
    }
    Ok(last)
}

fn show(
    mut screen: Screen,
    terminal: &mut DefaultTerminal,
    signal: &AtomicUsize,
) -> Result<(), Failure> {
    let mut moved = Instant::now();
    while !screen.is_left() && signal.load(Ordering::Relaxed) == 0 {
        terminal.draw(|frame| draw(&screen, frame))?;
        if let Some(text) = screen.take_copied() {
            let mut out = io::stdout();
            write!(out, "\x1b]52;c;{}\x07", BASE64_STANDARD.encode(text))?;
            out.flush()?;
        }
        let wait = match screen.due() {
            Some(delay) => delay.saturating_sub(moved.elapsed()).min(ALERT),
            None => ALERT,
        };
        if event::poll(wait)? {
            match event::read()? {
                Event::Key(key) if key.kind == KeyEventKind::Release => {}
                Event::Key(key)
                    if key.code == KeyCode::Char('c')
                        && key.modifiers.contains(KeyModifiers::CONTROL) =>
                {
                    return Err(Failure::Signal(INTERRUPT));
                }
                Event::Key(key) => {
                    let before = screen.due().is_some();
                    screen.press(key);
                    // The delay counts from the moment at which the computer's turn came.
                    if !before {
                        moved = Instant::now();
                    }
                }
                // A new size is drawn at once; nothing else concerns us.
                _ => {}
            }
        }
        if screen.due().is_some_and(|delay| moved.elapsed() >= delay) {
            screen.step();
            moved = Instant::now();
        }
    }
    screen
        .failure()
        .map_or(Ok(()), |error| Err(Failure::failed(error)))
}
