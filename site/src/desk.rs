//! What a page asks, answered as the server answers it. There is one page, so there is one session: another one takes its place.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use std::{fs, io};

use fukumi::engine::Rejected;
use fukumi::engine::eval_file::EvalFile;
use fukumi::games::GAMES;
use fukumi::page::study::{LONGEST_STUDY_FILE, Study, StudyFile};
use fukumi::page::{Command, GameSpec, LONGEST_FILE, PlaySession, answers, new_puzzle, random_name};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::runner::{Host, Runner};

/// The longest file of weights, in bytes.
const LONGEST_WEIGHTS: usize = 32 << 20;

/// The file of the database, and its journal.
const DATABASE: &str = "study.db";
const JOURNAL: &str = "study.db-journal";

/// Whether the browser has room for a database, and why not: a word that the page knows, or a text.
#[derive(Deserialize)]
struct Storage {
    fault: Option<String>,
}

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
    /// Where the database lies.
    folder: PathBuf,
    /// Its study view, or why there is none; nothing before the page has told whether there can be one.
    study: OnceLock<Result<Study, String>>,
}

/// The session, and how many there have been.
#[derive(Default)]
struct Opened {
    count: u64,
    session: Option<Arc<PlaySession>>,
}

impl Desk {
    /// Without a session. A search, by so many threads, goes on until the host has something to tell, or for a turn of this length where it
    /// cannot. The database lies in `folder`.
    pub(crate) fn new(host: Arc<dyn Host>, turn: Option<Duration>, threads: usize, folder: PathBuf) -> Desk {
        let runner = Arc::new(Runner::new(host, turn, threads));
        Desk { runner, open: Mutex::default(), folder, study: OnceLock::new() }
    }

    /// Searches for a turn; true when there is more to search.
    pub(crate) fn search(&self) -> bool {
        self.runner.turn()
    }

    /// Answers a question, in JSON unless the answer is a file, and tells what has changed by it.
    ///
    /// # Errors
    /// [`Refused`].
    pub(crate) fn ask(&self, question: &str, id: &str, name: &str, body: &[u8]) -> Result<Vec<u8>, Refused> {
        let answer = self.answer(question, id, name, body);
        self.runner.tell_changes();
        answer
    }

    fn answer(&self, question: &str, id: &str, name: &str, body: &[u8]) -> Result<Vec<u8>, Refused> {
        match question {
            "games" => return written(&self.games()),
            "storage" => return written(&self.use_storage(read(body)?)),
            "storage/file" => return self.damaged(),
            "storage/clear" => return written(&self.clear()?),
            "puzzle" => return written(&new_puzzle(&read(body)?)?),
            "open" => return text(&self.open(&read(body)?)?.state()),
            _ => {}
        }
        let session = self.find(id)?;
        match question {
            "state" => text(&session.state()),
            "command" => text(&session.obey(read::<Command>(body)?)?),
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
                text(&session.use_weights(file.map(Arc::new))?)
            }
            "listen" => {
                self.runner.listen(session.listen());
                text("null")
            }
            "pause" => {
                self.runner.pause();
                session.pause_analysis();
                text("null")
            }
            "study" => written(&self.study()?.look(&session)?),
            "study/branches" => self.changed(&session, |study| Ok(study.add(&session, &read(body)?)?)),
            "study/order" => self.changed(&session, |study| Ok(study.obey(&read(body)?)?)),
            "study/edit" => self.changed(&session, |study| Ok(study.edit(&session, read(body)?)?)),
            "study/file" if body.len() > LONGEST_STUDY_FILE => Err(Refused::TooLong(LONGEST_STUDY_FILE)),
            "study/file" => written(&json!({ "v": 1, "done": self.study()?.import(&session, name, body)? })),
            "study/export" => Ok(self.study()?.export(&session, &read(body)?)?),
            _ => Err(Refused::UnknownQuestion(question.to_owned())),
        }
    }

    /// The games, and whether there is a database.
    fn games(&self) -> Value {
        let mut found = answers::games(GAMES);
        let study = self.study.get();
        found["study"] = study.is_some_and(Result::is_ok).into();
        found["study_fault"] = study.and_then(|study| study.as_ref().err()).cloned().into();
        found
    }

    /// Opens the database where there is room for one; true when it is there.
    fn use_storage(&self, storage: Storage) -> bool {
        let open = || match storage.fault {
            Some(fault) => Err(fault),
            None => StudyFile::open(&self.folder.join(DATABASE), false, self.folder.clone())
                .map(|file| self.runner.use_database(file))
                .map_err(|why| why.to_string()),
        };
        self.study.get_or_init(open).is_ok()
    }

    /// The bytes of a database that cannot be opened, for whoever can save something of it.
    fn damaged(&self) -> Result<Vec<u8>, Refused> {
        self.ensure_closed()?;
        fs::read(self.folder.join(DATABASE)).map_err(|why| Rejected::Database(why.to_string()).into())
    }

    /// Takes a database away that cannot be opened; the next engine begins a new one.
    fn clear(&self) -> Result<(), Refused> {
        self.ensure_closed()?;
        for name in [JOURNAL, DATABASE] {
            match fs::remove_file(self.folder.join(name)) {
                Err(why) if why.kind() != io::ErrorKind::NotFound => Err(Rejected::Database(why.to_string()))?,
                _ => {}
            }
        }
        Ok(())
    }

    fn ensure_closed(&self) -> Result<(), Refused> {
        let is_open = || Rejected::Database("it is open".to_owned()).into();
        if self.study().is_ok() { Err(is_open()) } else { Ok(()) }
    }

    fn study(&self) -> Result<&Study, Refused> {
        let none = || Rejected::Database("there is none".to_owned());
        Ok(self.study.get().and_then(|study| study.as_ref().ok()).ok_or_else(none)?)
    }

    /// Makes a change of the database, and shows what is known then.
    fn changed(
        &self,
        session: &PlaySession,
        change: impl FnOnce(&Study) -> Result<(), Refused>,
    ) -> Result<Vec<u8>, Refused> {
        let study = self.study()?;
        change(study)?;
        written(&study.look(session)?)
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

fn written(answer: &impl Serialize) -> Result<Vec<u8>, Refused> {
    Ok(serde_json::to_vec(answer)?)
}

fn text(json: &str) -> Result<Vec<u8>, Refused> {
    Ok(json.as_bytes().to_vec())
}
