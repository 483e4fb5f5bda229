//! What a page asks, answered as the server answers it. There is one page, so there is one session: another one takes its place.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fukumi::engine::Rejected;
use fukumi::engine::eval_file::EvalFile;
use fukumi::games::GAMES;
use fukumi::page::{Command, GameSpec, LONGEST_FILE, PlaySession, answers, new_puzzle, random_name};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::runner::{Host, Runner};

/// The longest file of weights, in bytes.
const LONGEST_WEIGHTS: usize = 32 << 20;

/// Why a question is not answered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refused {
    /// The worker was started anew, or another session was opened.
    #[error("no such session")]
    UnknownSession,
    /// The page and the engine are not of the same version.
    #[error("no such question: {0}")]
    UnknownQuestion(String),
    /// The question is not asked as it should be.
    #[error("{0}")]
    Malformed(#[from] serde_json::Error),
    /// A file is too long to be read.
    #[error("the file is longer than {} KiB", .0 >> 10)]
    TooLong(usize),
    /// The browser provides no random numbers.
    #[error("no random numbers: {0}")]
    Random(#[from] getrandom::Error),
    /// The game or the command was rejected.
    #[error(transparent)]
    Rejected(#[from] Rejected),
}

impl Refused {
    /// The status with which a server would refuse it.
    pub(crate) const fn status(&self) -> u16 {
        match self {
            Refused::UnknownSession => 404,
            Refused::Random(_) => 500,
            Refused::TooLong(_) => 413,
            Refused::UnknownQuestion(_) | Refused::Malformed(_) | Refused::Rejected(_) => 400,
        }
    }
}

/// The session of a page, and who searches for it.
pub(crate) struct Desk {
    runner: Arc<Runner>,
    open: Mutex<Opened>,
}

/// The session, and how many there have been.
#[derive(Default)]
struct Opened {
    count: u64,
    session: Option<Arc<PlaySession>>,
}

impl Desk {
    /// Without a session. A search, by so many threads, goes on until the host has something to tell, or for a turn of this length where it
    /// cannot.
    pub(crate) fn new(host: Arc<dyn Host>, turn: Option<Duration>, threads: usize) -> Desk {
        Desk { runner: Arc::new(Runner::new(host, turn, threads)), open: Mutex::default() }
    }

    /// Searches for a turn; true when there is more to search.
    pub(crate) fn search(&self) -> bool {
        self.runner.turn()
    }

    /// Answers a question in JSON, and tells what has changed by it.
    ///
    /// # Errors
    /// [`Refused`].
    pub(crate) fn ask(&self, question: &str, id: &str, name: &str, body: &[u8]) -> Result<String, Refused> {
        let answer = self.answer(question, id, name, body);
        self.runner.tell_changes();
        answer
    }

    fn answer(&self, question: &str, id: &str, name: &str, body: &[u8]) -> Result<String, Refused> {
        match question {
            "games" => return written(&answers::games(GAMES)),
            "puzzle" => return written(&new_puzzle(&read(body)?)?),
            "open" => return Ok(self.open(&read(body)?)?.state().to_string()),
            _ => {}
        }
        let session = self.find(id)?;
        match question {
            "state" => Ok(session.state().to_string()),
            "command" => Ok(session.obey(read::<Command>(body)?)?.to_string()),
            "threats" => written(&answers::threats(&session)?),
            "look" => written(&answers::look(&session, &read(body)?)?),
            "save" => written(&answers::save(&session, &read(body)?)?),
            "best" => written(&answers::best(&session, GAMES)?),
            "load" => {
                let answers::Loaded { text } = read(body)?;
                written(&answers::load(&session, text.as_bytes(), None, GAMES)?)
            }
            "file" if body.len() > LONGEST_FILE => Err(Refused::TooLong(LONGEST_FILE)),
            "file" => written(&answers::load(&session, body, Some(name), GAMES)?),
            "weights" if body.len() > LONGEST_WEIGHTS => Err(Refused::TooLong(LONGEST_WEIGHTS)),
            "weights" => {
                let file = (!name.is_empty()).then(|| EvalFile::from_bytes(name, body.to_vec())).transpose()?;
                Ok(session.use_weights(file.map(Arc::new))?.to_string())
            }
            "listen" => {
                self.runner.listen(session.listen());
                Ok("null".to_owned())
            }
            "pause" => {
                self.runner.pause();
                session.pause_analysis();
                Ok("null".to_owned())
            }
            _ => Err(Refused::UnknownQuestion(question.to_owned())),
        }
    }

    fn open(&self, spec: &GameSpec) -> Result<Arc<PlaySession>, Refused> {
        let mut open = self.lock();
        let number = open.count + 1;
        let session = PlaySession::new(random_name()?, number, Arc::<Runner>::clone(&self.runner), GAMES, spec)?;
        open.count = number;
        if let Some(before) = open.session.replace(Arc::clone(&session)) {
            before.close();
        }
        Ok(session)
    }

    fn find(&self, id: &str) -> Result<Arc<PlaySession>, Refused> {
        self.lock().session.clone().filter(|session| session.id == id).ok_or(Refused::UnknownSession)
    }

    fn lock(&self) -> MutexGuard<'_, Opened> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refused> {
    Ok(serde_json::from_slice(body)?)
}

fn written(answer: &impl Serialize) -> Result<String, Refused> {
    Ok(serde_json::to_string(answer)?)
}
