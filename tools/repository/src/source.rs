//! The workspace's source files, parsed: module paths, references to other modules, types, functions.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A path of names, `crate` being the empty one.
pub type ModulePath = Vec<String>;

/// A reference to something of the same crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The names from the crate's root on; the last one may be `*`.
    pub path: ModulePath,
    /// The name under which a `pub use` hands it on.
    pub exported_as: Option<String>,
}

/// One source file.
#[derive(Clone)]
pub struct SourceFile {
    /// Path from the workspace's root, with slashes.
    pub name: String,
    /// The crate it belongs to: the folder of the crate's root file.
    pub crate_root: String,
    /// Its module in the crate.
    pub module: ModulePath,
    /// How many lines it has.
    pub lines: usize,
    /// Whether the file begins with a `//!` line.
    pub has_header: bool,
    /// References to modules of its own crate, outside of tests.
    pub references: Vec<Reference>,
    /// First names of the paths that do not begin with `crate`, `self` or `super`: other crates among them.
    pub crates: BTreeSet<String>,
    /// Names of the structs, enums, unions, traits and type aliases outside of test modules.
    pub types: Vec<String>,
    /// Name and number of lines of every function.
    pub functions: Vec<(String, usize)>,
}

/// All Rust files below the folders, sorted.
///
/// # Panics
/// When a file cannot be read or parsed.
pub fn read(root: &Path, folders: &[&str]) -> Vec<SourceFile> {
    let mut files = Vec::new();
    folders.iter().for_each(|folder| collect(&root.join(folder), &mut files));
    files.sort();
    files
        .into_iter()
        .map(|file| {
            let name = file.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            parse(name, &fs::read_to_string(&file).unwrap())
        })
        .collect()
}

fn collect(path: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Parses one file whose path from the workspace's root is `name`.
///
/// # Panics
/// When it is no Rust.
pub fn parse(name: String, text: &str) -> SourceFile {
    let syntax = syn::parse_file(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (crate_root, module) = module_of(&name);
    let mut reader = Reader { module: module.clone(), ..Reader::default() };
    reader.visit_file(&syntax);
    SourceFile {
        crate_root,
        module,
        lines: text.lines().count(),
        has_header: text.starts_with("//!"),
        references: reader.references,
        crates: reader.crates,
        types: reader.types,
        functions: reader.functions,
        name,
    }
}

/// The root folder of the file's crate and the file's module in it.
fn module_of(name: &str) -> (String, ModulePath) {
    let mut folders: Vec<&str> = name.split('/').collect();
    let file = folders.pop().unwrap();
    let base = folders.iter().position(|&folder| folder == "src" || folder == "tests").map_or(0, |at| at + 1);
    let mut module: ModulePath = folders[base..].iter().map(|&folder| folder.to_owned()).collect();
    match file {
        "lib.rs" | "mod.rs" => {}
        "main.rs" if name == "tools/cli/src/main.rs" => {}
        // The root of a program beside a library, a crate of its own.
        "main.rs" => return (format!("{}/main", folders.join("/")), module),
        _ => module.push(file.trim_end_matches(".rs").to_owned()),
    }
    (folders[..base].join("/"), module)
}

#[derive(Default)]
struct Reader {
    module: ModulePath,
    references: Vec<Reference>,
    crates: BTreeSet<String>,
    types: Vec<String>,
    functions: Vec<(String, usize)>,
    in_tests: bool,
}

impl Reader {
    /// Adds a path as it is written in this module. Paths of other crates are left out by whoever resolves them.
    fn refer(&mut self, written: &[String], exported_as: Option<String>) {
        let mut path = self.module.clone();
        let mut rest = written;
        match rest.first().map(String::as_str) {
            Some("crate") => {
                path.clear();
                rest = &rest[1..];
            }
            Some("self") => rest = &rest[1..],
            Some("super") | None => {}
            Some(name) => {
                self.crates.insert(name.to_owned());
            }
        }
        while rest.first().is_some_and(|name| name == "super") {
            path.pop();
            rest = &rest[1..];
        }
        path.extend_from_slice(rest);
        if !self.in_tests {
            self.references.push(Reference { path, exported_as });
        }
    }

    fn use_tree(&mut self, tree: &syn::UseTree, prefix: &mut Vec<String>, is_public: bool) {
        let leaf = |reader: &mut Self, name: String, alias: String| {
            // `use a::{self}` names `a` itself.
            let alias = if name == "self" { prefix.last().cloned().unwrap_or_default() } else { alias };
            let mut path = prefix.clone();
            if name != "self" {
                path.push(name);
            }
            reader.refer(&path, is_public.then_some(alias));
        };
        match tree {
            syn::UseTree::Name(name) => leaf(self, name.ident.to_string(), name.ident.to_string()),
            syn::UseTree::Rename(rename) => leaf(self, rename.ident.to_string(), rename.rename.to_string()),
            syn::UseTree::Glob(_) => leaf(self, "*".into(), "*".into()),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.use_tree(tree, prefix, is_public));
            }
            syn::UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.use_tree(&path.tree, prefix, is_public);
                prefix.pop();
            }
        }
    }

    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let lines = block.brace_token.span.close().end().line - signature.span().start().line + 1;
        self.functions.push((signature.ident.to_string(), lines));
    }

    fn type_name(&mut self, name: &syn::Ident) {
        if !self.in_tests {
            self.types.push(name.to_string());
        }
    }

    /// Paths in the arguments of a macro, which are not parsed.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        for token in tokens {
            match token {
                TokenTree::Ident(name) => path.push(name.to_string()),
                TokenTree::Punct(mark) if mark.as_char() == ':' => continue,
                other => {
                    self.token_path(&std::mem::take(&mut path));
                    if let TokenTree::Group(group) = other {
                        self.tokens(group.stream());
                    }
                    continue;
                }
            }
            // Two names without `::` between them belong to two paths; only what begins a path is of interest.
            if path.len() > 1
                && ["crate", "super", "self"].contains(&path[path.len() - 1].as_str())
                && path[path.len() - 2] != "super"
            {
                let next = path.split_off(path.len() - 1);
                self.token_path(&std::mem::replace(&mut path, next));
            }
        }
        self.token_path(&path);
    }

    fn token_path(&mut self, path: &[String]) {
        if path.len() > 1 && (path[0] == "crate" || path[0] == "super") {
            self.refer(path, None);
        }
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.content.is_none() {
            return;
        }
        let outer = self.in_tests;
        self.in_tests |= is_test(&item.attrs);
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
        self.in_tests = outer;
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let is_public = !matches!(item.vis, syn::Visibility::Inherited);
        self.use_tree(&item.tree, &mut Vec::new(), is_public);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.len() > 1 {
            self.refer(&names, None);
        }
        visit::visit_path(self, path);
    }

    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}

    fn visit_macro(&mut self, invocation: &'ast syn::Macro) {
        self.tokens(invocation.tokens.clone());
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.type_name(&item.ident);
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.type_name(&item.ident);
        visit::visit_item_enum(self, item);
    }

    fn visit_item_union(&mut self, item: &'ast syn::ItemUnion) {
        self.type_name(&item.ident);
        visit::visit_item_union(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.type_name(&item.ident);
        visit::visit_item_trait(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.type_name(&item.ident);
        visit::visit_item_type(self, item);
    }
}
