//! Packs the page into the program, if it has been built: every file of `web/dist`, as it is and compressed.
//!
//! Without the page the crate builds as well; `serve` then says what is missing.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Files that are compressed already gain nothing, and small ones little.
const WORTHWHILE: usize = 512;

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("Cargo sets it")).join("../..");
    let web = root.join("web");
    let page = web.join("dist");
    // Cargo runs this again when what is named here changes. What is not there yet cannot be named, but its folder can.
    let watched = [&page, &web, &root.join("Cargo.toml")].into_iter().find(|path| path.exists()).cloned();
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", watched.unwrap_or(page.clone()).display());
    let out = PathBuf::from(env::var("OUT_DIR").expect("Cargo sets it"));
    let mut files = Vec::new();
    if page.join("index.html").is_file() {
        collect(&page, &mut files)?;
    }
    files.sort();
    let mut code = String::from("&[\n");
    for (number, path) in files.iter().enumerate() {
        let bytes = fs::read(path)?;
        let name = path.strip_prefix(&page).expect("inside").to_string_lossy().replace('\\', "/");
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let plain = store(&out, number, "plain", &bytes)?;
        let brotli = smaller(&bytes, brotli(&bytes)?).map(|packed| store(&out, number, "br", &packed)).transpose()?;
        let gzip = smaller(&bytes, gzip(&bytes)?).map(|packed| store(&out, number, "gz", &packed)).transpose()?;
        let packed = |packed: Option<PathBuf>| match packed {
            Some(path) => format!("Some(include_bytes!({path:?}))"),
            None => "None".to_string(),
        };
        // Weak: one tag for the file in every encoding.
        let tag = format!("W/\"{:016x}\"", hasher.finish());
        writeln!(
            code,
            "    File {{ path: {name:?}, tag: {tag:?}, plain: include_bytes!({plain:?}), brotli: {}, gzip: {} }},",
            packed(brotli),
            packed(gzip)
        )
        .expect("a string");
    }
    code.push(']');
    fs::write(out.join("files.rs"), code)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
            files.push(path);
        }
    }
    Ok(())
}

fn store(out: &Path, number: usize, kind: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let path = out.join(format!("{number}.{kind}"));
    fs::write(&path, bytes)?;
    Ok(path)
}

fn smaller(bytes: &[u8], packed: Vec<u8>) -> Option<Vec<u8>> {
    (bytes.len() >= WORTHWHILE && packed.len() * 10 < bytes.len() * 9).then_some(packed)
}

fn brotli(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    let settings = brotli::enc::BrotliEncoderParams { quality: 9, lgwin: 22, ..Default::default() };
    brotli::BrotliCompress(&mut &bytes[..], &mut packed, &settings)?;
    Ok(packed)
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}
