//! Frames between processes that search the same position, as anybody may send them.
//!
//! Any bytes are either refused with a reason or a frame, and what is read is written as a frame that means the same.

#![no_main]

use cluster::peers::frame::{Frame, LONGEST, is_worth_telling, next_frame};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut input = bytes;
    while let Ok(Some(frame)) = next_frame(&mut input, LONGEST) {
        check(&frame);
    }
    check(bytes);
});

fn check(bytes: &[u8]) {
    match Frame::read(bytes) {
        Ok(frame) => {
            if let Frame::Entries(_, parcels) = &frame {
                assert!(parcels.iter().all(|parcel| is_worth_telling(&parcel.entry)));
            }
            let again = frame.bytes();
            assert_eq!(Frame::read(&again[4..]), Ok(frame));
        }
        Err(reason) => assert!(!reason.is_empty()),
    }
}
