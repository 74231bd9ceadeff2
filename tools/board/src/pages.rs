//! The page's files, embedded in the program.

/// A file of the page.
#[derive(Debug)]
pub struct PageFile {
    /// Its path below the server's root, without the first `/`.
    pub path: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// Its content.
    pub text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

macro_rules! pages {
    ($($path:literal $kind:ident,)*) => {
        /// All files, the page itself first.
        pub const PAGES: &[PageFile] =
            &[$(PageFile { path: $path, kind: $kind, text: include_str!(concat!("page/", $path)) },)*];
    };
}

pages! {
    "index.html" HTML,
    "icon.svg" PICTURE,
    "start.js" SCRIPT,
    "style.css" STYLE,
    "panel.css" STYLE,
    "main.js" SCRIPT,
    "address.js" SCRIPT,
    "analyze.js" SCRIPT,
    "app.js" SCRIPT,
    "board.js" SCRIPT,
    "clocks.js" SCRIPT,
    "connection.js" SCRIPT,
    "database.js" SCRIPT,
    "detail.js" SCRIPT,
    "dialogs.js" SCRIPT,
    "encoding.js" SCRIPT,
    "files.js" SCRIPT,
    "i18n.js" SCRIPT,
    "input.js" SCRIPT,
    "keys.js" SCRIPT,
    "languages.js" SCRIPT,
    "library.js" SCRIPT,
    "notation.js" SCRIPT,
    "opening.js" SCRIPT,
    "orientation.js" SCRIPT,
    "parts.js" SCRIPT,
    "play.js" SCRIPT,
    "ponder.js" SCRIPT,
    "questions.js" SCRIPT,
    "result.js" SCRIPT,
    "review.js" SCRIPT,
    "ruler.js" SCRIPT,
    "runs.js" SCRIPT,
    "score.js" SCRIPT,
    "servererror.js" SCRIPT,
    "settings.js" SCRIPT,
    "setup.js" SCRIPT,
    "sound.js" SCRIPT,
    "stones.js" SCRIPT,
    "storage.js" SCRIPT,
    "threats.js" SCRIPT,
    "tree.js" SCRIPT,
    "treeview.js" SCRIPT,
    "webstorage.js" SCRIPT,
    "lang/en.js" SCRIPT,
    "lang/ja.js" SCRIPT,
    "lang/ko.js" SCRIPT,
    "lang/ru.js" SCRIPT,
    "lang/vi.js" SCRIPT,
    "lang/zh.js" SCRIPT,
    "games/games.css" STYLE,
    "games/explorer.js" SCRIPT,
    "games/games.js" SCRIPT,
    "games/keeper.js" SCRIPT,
    "games/list.js" SCRIPT,
    "games/marks.js" SCRIPT,
    "games/positions.js" SCRIPT,
    "games/record.js" SCRIPT,
    "games/search.js" SCRIPT,
    "games/store.js" SCRIPT,
    "games/transfer.js" SCRIPT,
    "games/words.js" SCRIPT,
    "games/lang/en.js" SCRIPT,
    "games/lang/ja.js" SCRIPT,
    "games/lang/ko.js" SCRIPT,
    "games/lang/ru.js" SCRIPT,
    "games/lang/vi.js" SCRIPT,
    "games/lang/zh.js" SCRIPT,
    "learn/learn.css" STYLE,
    "learn/course.js" SCRIPT,
    "learn/guest.js" SCRIPT,
    "learn/learn.js" SCRIPT,
    "learn/playfrom.js" SCRIPT,
    "learn/progress.js" SCRIPT,
    "learn/puzzles.js" SCRIPT,
    "learn/threatlesson.js" SCRIPT,
    "learn/trainer.js" SCRIPT,
    "learn/treepicture.js" SCRIPT,
    "learn/words.js" SCRIPT,
    "learn/lang/en.js" SCRIPT,
    "learn/lang/ja.js" SCRIPT,
    "learn/lang/ko.js" SCRIPT,
    "learn/lang/ru.js" SCRIPT,
    "learn/lang/vi.js" SCRIPT,
    "learn/lang/zh.js" SCRIPT,
}
