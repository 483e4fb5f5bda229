// The table of phrases: every language says everything, with the same values in it.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { FORMS, LANGUAGES, PHRASES } from "../../src/web/assets/phrases.js";

const codes = Object.keys(LANGUAGES);
const folders = ["../../src/web/assets/", "../../site/assets/"].map((path) => new URL(path, import.meta.url));
const names = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

test("every language has every phrase, with the same values and all forms of numbers", () => {
  for (const [key, row] of Object.entries(PHRASES)) {
    assert.equal(row.length, codes.length, key);
    const plural = row[0].includes("|");
    row.forEach((text, nth) => {
      const forms = text.split("|");
      const wanted = plural ? FORMS[codes[nth]].length : 1;
      assert.equal(forms.length, wanted, `${key}, ${codes[nth]}: ${text}`);
      for (const form of forms) {
        assert.ok(form.trim(), `${key}, ${codes[nth]}: empty`);
        assert.deepEqual(names(form), names(row[0].split("|")[0]), `${key}, ${codes[nth]}: ${form}`);
      }
    });
  }
});

test("the forms are those that Intl asks for", () => {
  for (const code of codes) {
    const asked = new Set(Array.from({ length: 200 }, (_, n) => new Intl.PluralRules(code).select(n)));
    assert.deepEqual([...asked].sort(), [...FORMS[code]].sort(), code);
  }
});

test("what the page asks for is in the table, and nothing else is", () => {
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => new URL(name, folder)));
  const asking = files.filter(({ pathname }) => /\.(js|html)$/.test(pathname) && !pathname.endsWith("phrases.js"));
  const source = asking.map((file) => readFileSync(file, "utf8")).join("\n");
  const asked = [...source.matchAll(/\bt\("([^"]+)"/g), ...source.matchAll(/data-t(?:-[\w-]+)?="([^"]+)"/g)].map((match) => match[1]);
  for (const key of asked) assert.ok(PHRASES[key], `the page asks for "${key}"`);
  // Keys made of parts: t(`wins-${side}`) asks for all that begin like it.
  const parts = [...source.matchAll(/\b(?:t|maybe)\(`([^`$]+)\$\{/g)].map((match) => match[1]);
  const quoted = new Set([...source.matchAll(/"([\w-]+)"/g)].map((match) => match[1]));
  const idle = Object.keys(PHRASES).filter((key) => !asked.includes(key) && !parts.some((part) => key.startsWith(part)) && !quoted.has(key));
  assert.deepEqual(idle, []);
});
