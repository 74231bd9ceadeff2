//! Annotations of an SGF node: comments, labels, marks, arrows, and properties that are kept verbatim.

use super::super::tree::{Annotation, Sign};
use super::game::{Kept, SgfTree};
use super::values::{MARKS, is_kept};
use std::collections::hash_map::Entry;
use tengen_database::sgf::{Property, parse_sgf_point, parse_sgf_points};

/// Stores a property's annotations of a node, and counts the labels, marks and arrows that are off the board.
pub fn annotate(game: &mut SgfTree, index: usize, property: &Property) {
    if is_kept(&property.name) {
        return keep(game, index, property);
    }
    let SgfTree { tree, marks, rectangles, lost_signs: lost, .. } = game;
    let (size, node) = (tree.head.size, &mut tree.nodes[index]);
    let values = || property.values.iter().filter(|value| !value.is_empty());
    match property.name.as_str() {
        "C" | "GC" => {
            let comment = property.values[0].trim_end();
            if !node.comment.is_empty() && !comment.is_empty() {
                node.comment.push('\n');
            }
            node.comment.push_str(comment);
        }
        "LB" => {
            for value in values() {
                let (point, text) = value.split_once(':').unwrap_or((value, ""));
                match parse_sgf_point(point, size) {
                    Ok(_) if text.is_empty() => {}
                    Ok(point) => node.annotations.push(Annotation { point, sign: Sign::Text(text.to_owned()) }),
                    Err(_) => *lost += 1,
                }
            }
        }
        "AR" => {
            for value in values() {
                let (from, to) = value.split_once(':').unwrap_or((value, ""));
                match (parse_sgf_point(from, size), parse_sgf_point(to, size)) {
                    (Ok(from), Ok(to)) if from != to => node.arrows.push([from, to]),
                    _ => *lost += 1,
                }
            }
        }
        // In old files, letters in alphabetical order.
        "L" => {
            let points: Vec<_> = values().filter_map(|value| parse_sgf_point(value, size).ok()).collect();
            *lost += values().count() - points.len();
            for (point, letter) in points.into_iter().zip(b'a'..=b'z') {
                node.annotations.push(Annotation { point, sign: Sign::Text(char::from(letter).to_string()) });
            }
        }
        name => {
            let name = if name == "M" { "MA" } else { name };
            let Some((name, sign)) = MARKS.into_iter().find(|(mark, _)| *mark == name) else { return };
            for value in values() {
                // Thousands of equal rectangles would take seconds.
                if value.contains(':') && !rectangles.insert((index, name, value.clone())) {
                    continue;
                }
                match parse_sgf_points(value, size) {
                    Ok(mut points) => {
                        points.retain(|&point| marks.insert((index, point, name)));
                        let mark = |point| Annotation { point, sign: sign.clone() };
                        node.annotations.extend(points.into_iter().map(mark));
                    }
                    Err(_) => *lost += 1,
                }
            }
        }
    }
}

/// Properties that have a meaning without a value.
const EMPTY: [&str; 6] = ["DO", "IT", "KO", "DD", "VW", "FG"];

/// Stores a property verbatim, the first of its name in a node. One without a value is dropped unless [`EMPTY`] has its
/// name.
fn keep(game: &mut SgfTree, index: usize, property: &Property) {
    let Property { line, name, values } = property;
    if values.iter().all(|value| value.trim().is_empty()) && !EMPTY.contains(&name.as_str()) {
        return;
    }
    let properties = &mut game.tree.nodes[index].properties;
    match game.kept.entry((index, name.clone())) {
        Entry::Vacant(new) => {
            new.insert(Kept { place: properties.len(), is_inherited: false });
            properties.push((name.clone(), values.clone()));
        }
        Entry::Occupied(mut known) => {
            let Kept { place, is_inherited } = known.get_mut();
            if std::mem::take(is_inherited) {
                properties[*place].1.clone_from(values);
            } else if properties[*place].1 != *values {
                game.notes.twice.get_or_insert_with(|| (*line, name.clone()));
            }
        }
    }
}
