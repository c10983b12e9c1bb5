//! How a worker in JavaScript reaches the program, and the other way round.

use std::cell::RefCell;

use crate::office::Office;
use crate::world::World;

#[link(wasm_import_module = "kiebitz")]
unsafe extern "C" {
    /// Milliseconds since 1970.
    safe fn today() -> f64;
    /// From 0 to 1, by chance.
    safe fn chance() -> f64;
    /// Not 0 if what runs is not wanted any more.
    safe fn stopped() -> i32;
    /// Something was found: a message, as UTF-8.
    safe fn say(text: *const u8, length: usize);
    /// The program has panicked: its last words.
    safe fn panicked(text: *const u8, length: usize);
}

struct Browser;

impl World for Browser {
    fn today(&self) -> u64 {
        today() as u64
    }

    fn chance(&self) -> f64 {
        chance()
    }

    fn stopped(&self) -> bool {
        stopped() != 0
    }

    fn say(&self, text: &str) {
        say(text.as_ptr(), text.len());
    }
}

/// What the worker and the program hand each other.
struct Desk {
    office: Office,
    request: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(open());
}

fn open() -> Desk {
    std::panic::set_hook(Box::new(|panic| {
        let words = panic.to_string();
        panicked(words.as_ptr(), words.len());
    }));
    Desk { office: Office::new(&Browser), request: Vec::new(), answer: Vec::new() }
}

/// Room for a request of so many bytes. It is good until the next call.
// SAFETY: no other function of this name is linked; the names are the interface of the module.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.request = vec![0; length];
        desk.request.as_mut_ptr()
    })
}

/// Answers the request in the room. The answer is good until the next call.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    DESK.with_borrow_mut(|desk| {
        let request = std::mem::take(&mut desk.request);
        desk.answer = desk.office.ask(&request);
        desk.answer.as_ptr()
    })
}

/// How long the answer is.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    DESK.with_borrow(|desk| desk.answer.len())
}
