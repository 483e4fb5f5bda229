// The language of the page: the person's choice, else the browser's, else English.

import { FORMS, LANGUAGES, PHRASES } from "./phrases.js";
import { prefer, tastes } from "./store.js";

const CODES = Object.keys(LANGUAGES);

const offered = (code) => CODES.find((known) => known === code?.toLowerCase().split("-")[0]);

/** The code of the language in use. */
export const language = () => offered(tastes.language) ?? navigator.languages.map(offered).find(Boolean) ?? CODES[0];

/** A phrase in the language in use, with values in place of the names in braces; `n` chooses the form. */
export function t(key, values = {}) {
  const row = PHRASES[key];
  if (!row) throw new Error(`there is no phrase "${key}"`);
  const code = language();
  const forms = row[CODES.indexOf(code)].split("|");
  const form = forms.length > 1 ? FORMS[code].indexOf(new Intl.PluralRules(code).select(values.n)) : 0;
  return (forms[form] ?? forms.at(-1)).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** A phrase if there is one for this key. */
export const maybe = (key, otherwise) => (PHRASES[key] ? t(key) : otherwise);

/** Puts the phrases into the page: `data-t` names that of the text, `data-t-NAME` that of an attribute. */
export function translate(root = document) {
  document.documentElement.lang = language();
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const name of ["title", "aria-label", "placeholder"]) {
    for (const element of root.querySelectorAll(`[data-t-${name}]`)) element.setAttribute(name, t(element.getAttribute(`data-t-${name}`)));
  }
}

/** Changes the language and keeps it. */
export const speak = (code) => prefer("language", offered(code));
