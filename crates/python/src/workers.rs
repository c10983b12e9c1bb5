//! Work that is done by workers: who they are, and what is told of them.

use std::sync::{Mutex, PoisonError};

use cluster::{Account, Carrier, News, Patience};
use engine::Control;
use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::failure::{refusal, refused};
use crate::work::Tell;

/// Who does the work, as Python says it.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Workers {
    /// As after `--workers`.
    list: String,
    /// The program `kiebitz` of this machine.
    program: Option<String>,
}

/// The same, checked.
pub struct Staff {
    carriers: Vec<Carrier>,
    local: Vec<String>,
}

/// Tells Python how work goes, from several places.
pub struct Teller<'a, 'b>(Mutex<&'a mut Tell<'b>>);

impl<'a, 'b> Teller<'a, 'b> {
    pub fn new(tell: &'a mut Tell<'b>) -> Teller<'a, 'b> {
        Teller(Mutex::new(tell))
    }

    pub fn tell(&self, value: &Value) {
        (self.0.lock().unwrap_or_else(PoisonError::into_inner))(value.to_string());
    }
}

impl Workers {
    pub fn staff(&self) -> PyResult<Staff> {
        let carriers = Carrier::list(&self.list).map_err(refusal)?;
        let local = match &self.program {
            Some(program) => vec![program.clone(), "worker".to_string()],
            None if carriers.iter().any(|carrier| matches!(carrier, Carrier::Local(_))) => {
                return Err(refusal(
                    "there is no program kiebitz for workers of this machine, neither beside this Python nor in PATH: \
                     a wheel of `make python` brings it",
                ));
            }
            None => Vec::new(),
        };
        Ok(Staff { carriers, local })
    }
}

impl Staff {
    /// How many they are.
    pub fn count(&self) -> usize {
        self.carriers.len()
    }

    /// Lets them do it; what each has done.
    pub fn drive(&self, work: &mut dyn cluster::Work, control: &Control, teller: &Teller) -> PyResult<Vec<Account>> {
        let mut news = |news: News| {
            teller.tell(&match news {
                News::Of { worker, text } => json!({ "notice": format!("{worker}: {text}") }),
                News::There(there) => json!({ "workers": there }),
            });
        };
        // What the workers' programs are compared with takes a while: it is computed here, where Ctrl-C is heard.
        let bench = engine::signature().map_err(refused)?;
        cluster::drive(&self.carriers, &self.local, bench, Patience::default(), work, control, &mut news)
            .map_err(refusal)
    }
}

/// What each has done, as rows.
pub fn rows(accounts: &[Account], residuals: &[(String, usize, f64)]) -> Vec<Value> {
    let row = |account: &Account| {
        let Account { name, done, spare, failed, lost, seconds, aside } = account;
        let residual = residuals.iter().find(|(worker, ..)| worker == name).map(|(_, _, residual)| *residual);
        json!({
            "worker": name,
            "done": done,
            "spare": spare,
            "failed": failed,
            "lost": lost,
            "seconds": seconds,
            "residual": residual,
            "aside": aside,
        })
    };
    accounts.iter().map(row).collect()
}
