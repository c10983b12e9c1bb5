//! Zstandard, or a word that this build has none: the one place that knows of the feature `zstd`.

use std::io;

/// Packs bytes; a higher level tries harder.
#[cfg(feature = "zstd")]
pub fn pack(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
    zstd::bulk::compress(bytes, level)
}

/// Unpacks what is no longer than `most` bytes.
#[cfg(feature = "zstd")]
pub fn unpack(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
    zstd::bulk::decompress(packed, most)
}

#[cfg(not(feature = "zstd"))]
pub use self::without::{pack, unpack};

#[cfg(not(feature = "zstd"))]
mod without {
    use super::*;

    fn missing<T>() -> io::Result<T> {
        let reason = "packed with Zstandard, which this build does not know: build with the feature zstd";
        Err(io::Error::new(io::ErrorKind::Unsupported, reason))
    }

    pub fn pack(_: &[u8], _: i32) -> io::Result<Vec<u8>> {
        missing()
    }

    pub fn unpack(_: &[u8], _: usize) -> io::Result<Vec<u8>> {
        missing()
    }
}
