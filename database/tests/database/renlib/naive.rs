//! A second reader of undamaged libraries of version 3, from the format's description: recursive, and without the
//! program's own code.

#[derive(Debug, Default, PartialEq, Eq)]
pub struct NaiveNode {
    /// Column from 1 and row from 0.
    pub square: Option<(u16, u16)>,
    pub marked: bool,
    pub start: bool,
    pub is_move: bool,
    pub title: Vec<u8>,
    pub comment: Vec<u8>,
    pub label: Vec<u8>,
    pub children: Vec<NaiveNode>,
}

/// Reads an undamaged library; panics at a damaged one.
pub fn read(bytes: &[u8]) -> NaiveNode {
    assert_eq!(bytes[..8], *b"\xFFRenLib\xFF");
    assert!(bytes[10..20].iter().all(|&byte| byte == 0xFF));
    let mut rest = bytes[20..].to_vec();
    rest.reverse();
    let root = match (bytes[8], bytes[9]) {
        // The root is the first move, and has no siblings.
        (3, 0) => NaiveNode { is_move: true, children: siblings(&mut rest), ..NaiveNode::default() },
        (3, 4) => {
            let mut nodes = siblings(&mut rest);
            assert_eq!(nodes.len(), 1, "the empty board has no siblings");
            let root = nodes.pop().unwrap();
            assert_eq!(root.square, None);
            root
        }
        other => panic!("version {other:?}"),
    };
    assert!(rest.is_empty(), "{} bytes behind the tree", rest.len());
    root
}

/// A node, its descendants and its siblings. The bytes are in reverse order.
fn siblings(rest: &mut Vec<u8>) -> Vec<NaiveNode> {
    let mut nodes = Vec::new();
    loop {
        let (mut node, flags) = node(rest);
        if flags & 0x40 == 0 {
            node.children = siblings(rest);
            node.is_move = true;
        }
        nodes.push(node);
        if flags & 0x80 == 0 {
            return nodes;
        }
    }
}

fn node(rest: &mut Vec<u8>) -> (NaiveNode, u8) {
    let square = rest.pop().unwrap();
    let flags = rest.pop().unwrap();
    let mut more = 0;
    if flags & 1 == 1 {
        rest.pop().unwrap();
        more = rest.pop().unwrap();
    }
    let mut text = |is_there: bool| {
        let mut text = Vec::new();
        let mut is_open = is_there;
        while is_open {
            let pair = [rest.pop().unwrap(), rest.pop().unwrap()];
            text.extend(pair.iter().take_while(|&&byte| byte != 0));
            is_open = !pair.contains(&0);
        }
        text
    };
    let comment = text(flags & 8 != 0);
    let label = text(more & 1 != 0);
    let mut parts = comment.splitn(2, |&byte| byte == 8).map(<[u8]>::to_vec);
    let node = NaiveNode {
        square: (square != 0).then(|| (u16::from(square % 16), u16::from(square / 16))),
        marked: flags & 0x10 != 0,
        start: flags & 4 != 0,
        is_move: flags & 2 == 0,
        title: parts.next().unwrap_or_default(),
        comment: parts.next().unwrap_or_default(),
        label,
        children: Vec::new(),
    };
    (node, flags)
}
