//! The database commands of the Yixin family. Questions and changes are answered at once, also during a search; work with whole files
//! waits for its end.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fukumi_protocol::{DatabaseFile, DatabaseReply, DatabaseRequest, Reply};

use super::Session;
use crate::engine::database::DATABASE;
use crate::engine::options::{DATABASE_READ_ONLY, Options};
use crate::engine::{Library, Rejected};

/// The database of a client that names none.
const DEFAULT_FILE: &str = "fukumi.db";

impl<W: Write> Session<W> {
    /// `INFO usedatabase`: opens the database that was open last, or the default one; closes it.
    pub(super) fn use_database(&mut self, on: bool) -> io::Result<()> {
        let open = self.settings.options.database().map(|database| database.path().to_owned());
        match (on, open) {
            (true, Some(_)) | (false, None) => Ok(()),
            (true, None) => {
                let default = || self.settings.folder().map_or_else(PathBuf::new, PathBuf::from).join(DEFAULT_FILE);
                let path = self.last_database.clone().unwrap_or_else(|| default().display().to_string());
                self.option_or_message(DATABASE, &path)
            }
            (false, open) => {
                self.last_database = open;
                self.option_or_message(DATABASE, "")
            }
        }
    }

    /// Answers a question, or makes a change.
    pub(super) fn database_request(&mut self, request: &DatabaseRequest) -> io::Result<()> {
        let Some((library, options)) = self.library() else {
            // Clients ask for these after every click, and wait for the answer.
            let after_every_click = matches!(request, DatabaseRequest::Children { .. });
            if !after_every_click || !std::mem::replace(&mut self.told.no_database, true) {
                self.say_no_database()?;
            }
            let none = Reply::Database(DatabaseReply::Children(Vec::new()));
            return if after_every_click { self.say(&none) } else { Ok(()) };
        };
        let is_question =
            matches!(request, DatabaseRequest::Children { .. } | DatabaseRequest::One(_) | DatabaseRequest::Text(_));
        let answers = if is_question || !options.get(&DATABASE_READ_ONLY) {
            library.obey(&options, request)
        } else {
            Err(Rejected::Database("it is only read".to_owned()))
        };
        match answers {
            Ok(replies) => replies.into_iter().try_for_each(|reply| self.say(&Reply::Database(reply))),
            Err(why) => self.say(&Reply::Error(why.to_string())),
        }
    }

    /// Opens a database, or works on the open one with a file.
    pub(super) fn database_file(&mut self, work: DatabaseFile, path: String) -> io::Result<()> {
        if work == DatabaseFile::Open {
            self.say(&Reply::Database(DatabaseReply::Opening(path.clone())))?;
            return match self.set_option(DATABASE, &path) {
                Ok(()) => self.say(&Reply::Database(DatabaseReply::Opened)),
                Err(why) => self.say(&Reply::Error(why.to_string())),
            };
        }
        let Some((library, options)) = self.library() else { return self.say_no_database() };
        if matches!(work, DatabaseFile::FromText | DatabaseFile::FromLibrary | DatabaseFile::Merge)
            && options.get(&DATABASE_READ_ONLY)
        {
            return self.say(&Reply::Error("database: it is only read".to_owned()));
        }
        self.ask(move |state| {
            let position = state.game()?.engine.position();
            library.work(&options, work, Path::new(&path), &position).map(|told| Some(Reply::Message(told)))
        })
    }

    /// Everything is on the disk already; this takes it into the file itself.
    pub(super) fn save_database(&mut self) -> io::Result<()> {
        match self.library() {
            Some((_, options)) if options.get(&DATABASE_READ_ONLY) => Ok(()),
            Some((library, _)) => self.ask(move |_| library.flush().map(|()| None)),
            None => self.say_no_database(),
        }
    }

    pub(super) fn check_database(&mut self) -> io::Result<()> {
        let Some((library, _)) = self.library() else { return self.say_no_database() };
        self.ask(move |_| library.check().map(|()| Some(Reply::Message("the database is undamaged".to_owned()))))
    }

    /// Saves what can be read of a damaged database.
    pub(super) fn fix_database(&mut self) -> io::Result<()> {
        let Some((library, _)) = self.library() else { return self.say_no_database() };
        self.ask(move |_| library.fix().map(|told| Some(Reply::Message(told))))
    }

    /// The open database, and the rules that are asked about.
    fn library(&self) -> Option<(Arc<dyn Library>, Options)> {
        let options = self.settings.job_options(self.decoder.yixin_seen());
        let options = options.unwrap_or_else(|_| self.settings.options.clone());
        let library = options.database().map(|database| Arc::clone(database.library()))?;
        Some((library, options))
    }

    fn say_no_database(&mut self) -> io::Result<()> {
        self.say(&Reply::Message("no database is open: INFO usedatabase 1 or YXSETDATABASE opens one".to_owned()))
    }
}
