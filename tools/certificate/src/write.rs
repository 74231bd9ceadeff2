//! Writing of a certificate's file.

use crate::format::{Certificate, FIVE, HEAD, WinningMove};
use std::fmt::Display;
use tengen::base::Color;

impl Certificate {
    /// The file that [`Certificate::from_bytes`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let points = |wanted: Color| {
            let stones =
                self.stones.iter().filter(|&&(_, color)| color == wanted).map(|&(point, _)| self.size.xy(point));
            stones.map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
        };
        let values: [&dyn Display; HEAD.len()] = [
            &1,
            &self.rule,
            &self.size,
            &self.attacker.name(),
            &self.to_move.name(),
            &points(Color::Black),
            &points(Color::White),
            &self.answers.len(),
        ];
        let head: String = HEAD.into_iter().zip(values).map(|(name, value)| format!("{name} {value}\n")).collect();
        let mut bytes = head.into_bytes();
        for (index, answer) in (1..).zip(&self.answers) {
            write_answer(answer, index, &mut bytes);
        }
        bytes
    }
}

fn write_answer(answer: &WinningMove, index: u32, bytes: &mut Vec<u8>) {
    let mut write = |mut number: u32| {
        while number > 127 {
            bytes.push(number as u8 | 128);
            number >>= 7;
        }
        bytes.push(number as u8);
    };
    let back = |number: u32| if number == FIVE { 0 } else { index - number };
    write(answer.point.0.into());
    write(answer.replies.len() as u32);
    for &(point, number) in &answer.replies {
        write(point.0.into());
        write(back(number));
    }
    write(back(answer.other));
}
