//! What programs have started does not outlive us, however we end.
//!
//! Whoever is ended by `kill -9` or a panic cleans up nothing, and the system ends at most its children, not theirs: the engine
//! behind a wrapper script would think on for ever. So a process of its own, a few lines of shell, is told of every process group
//! that we start. When its input ends, because we have, it ends the groups that are left.

#[cfg(unix)]
use std::io::Write;
#[cfg(unix)]
use std::process::{ChildStdin, Command, Stdio};
#[cfg(unix)]
use std::sync::{Mutex, PoisonError};

/// The process group of a program: all that it has started, unless that has left the group of its own will.
pub struct Group(#[cfg_attr(not(unix), expect(dead_code, reason = "there are no groups"))] i32);

/// Keeps a list of the groups that it reads of, and ends those that are left at the end of its input.
#[cfg(unix)]
const SCRIPT: &str = "\
trap '' HUP INT TERM
groups=' '
while read -r sign group; do
    case $sign in
    +) groups=\"$groups$group \" ;;
    -) groups=\"${groups%% $group *} ${groups#* $group }\" ;;
    esac
done
for group in $groups; do kill -s KILL -- \"-$group\"; done";

/// Where the guardian reads; `None` before the first program.
#[cfg(unix)]
static GUARDIAN: Mutex<Option<ChildStdin>> = Mutex::new(None);

impl Group {
    /// The group of a process that was made the first of a group of its own.
    pub fn of(process: u32) -> Group {
        let group = Group(process as i32);
        #[cfg(unix)]
        group.tell('+');
        group
    }

    /// Ends all of its processes.
    pub fn kill(&self) {
        #[cfg(unix)]
        {
            use nix::sys::signal::{Signal, killpg};
            let _ = killpg(nix::unistd::Pid::from_raw(self.0), Signal::SIGKILL);
        }
    }

    /// Tells the guardian, which is started if need be. A system without a shell does without.
    #[cfg(unix)]
    fn tell(&self, sign: char) {
        let mut guardian = GUARDIAN.lock().unwrap_or_else(PoisonError::into_inner);
        if guardian.is_none() {
            *guardian = start();
        }
        if let Some(input) = &mut *guardian {
            let _ = writeln!(input, "{sign} {}", self.0);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // Its number may soon be somebody else's.
        #[cfg(unix)]
        self.tell('-');
    }
}

#[cfg(unix)]
fn start() -> Option<ChildStdin> {
    use std::os::unix::process::CommandExt;
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", SCRIPT, "kiebitz-guardian"]).current_dir("/");
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    shell.spawn().ok()?.stdin.take()
}
