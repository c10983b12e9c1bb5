//! Files of networks: any bytes are read or refused, and what is read can be used and comes back as it was.

#![no_main]

use boards::othello::Othello;
use game::Evaluator;
use libfuzzer_sys::fuzz_target;
use network::{Network, Weights};

fuzz_target!(|bytes: &[u8]| {
    // The checksum would keep the fuzzer out of everything behind it.
    let mut bytes = bytes.to_vec();
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    if let Ok(weights) = Weights::from_bytes(&bytes) {
        assert_eq!(Weights::from_bytes(&weights.to_bytes()).as_ref(), Ok(&weights));
        if let Ok(mut network) = Network::new(weights, &Othello::default()) {
            network.evaluate(&Othello::default());
        }
    }
});
