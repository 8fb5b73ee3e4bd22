use waribashi::{Action, Move, Side};

use super::session::Session;

/// A hand on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// Whose hand.
    pub(crate) side: Side,
    /// Its place, ascending from 0.
    pub(crate) place: u64,
}

/// Choosing a tap by keys: a hand of the mover first, then the hand that it taps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Aim {
    /// The place of the tapping hand, once it is chosen.
    pub(crate) with: Option<u64>,
    /// Which of the hands to choose from is marked.
    pub(crate) at: usize,
}

/// The most hands among which one can choose by keys; with more, moves are typed.
const MOST_HANDS: u64 = 16;

impl Aim {
    /// The hands to choose from, the marked one among them; none where moves are typed, or there is
    /// nothing to choose.
    pub(crate) fn choices(self, session: &Session) -> Vec<Spot> {
        let game = session.game();
        let position = game.position();
        let many = position.mine.len().max(position.theirs.len()) > MOST_HANDS;
        if many || game.outcome().is_some() || session.computer().is_some() {
            return Vec::new();
        }
        let side = game.to_move();
        let mut spots: Vec<Spot> = Vec::new();
        for (action, _) in session.rules().actions(position) {
            let (with, target) = match action {
                Action::Tap { with, on } => (
                    with,
                    Spot {
                        side: !side,
                        place: on,
                    },
                ),
                Action::OwnTap { with, on } => (with, Spot { side, place: on }),
                Action::Split { .. } => continue,
            };
            let spot = match self.with {
                None => Spot { side, place: with },
                Some(chosen) if chosen == with => target,
                Some(_) => continue,
            };
            if !spots.contains(&spot) {
                spots.push(spot);
            }
        }
        // The other player's hands first, each from left to right.
        spots.sort_by_key(|spot| (spot.side == side, spot.place));
        spots
    }

    /// The marked hand.
    pub(crate) fn marked(self, session: &Session) -> Option<Spot> {
        let choices = self.choices(session);
        let at = self.at.checked_rem(choices.len())?;
        Some(choices[at])
    }

    /// Marks the next of `choices` hands, or with `back` the one before.
    pub(crate) fn turn(&mut self, choices: usize, back: bool) {
        if choices > 0 {
            let step = if back { choices - 1 } else { 1 };
            self.at = (self.at + step) % choices;
        }
    }

    /// Chooses the marked hand. The move, once both hands are chosen.
    pub(crate) fn choose(&mut self, session: &Session) -> Option<Move> {
        let marked = self.marked(session)?;
        let Some(with) = self.with else {
            *self = Aim {
                with: Some(marked.place),
                at: 0,
            };
            return None;
        };
        let game = session.game();
        let on = marked.place;
        let action = match marked.side == game.to_move() {
            true => Action::OwnTap { with, on },
            false => Action::Tap { with, on },
        };
        *self = Aim::default();
        session.rules().resolve(game.position(), action).ok()
    }
}
