// Elements of the page.

export const $ = (id) => document.getElementById(id);

/** A new element with properties and children; `attributes` among the properties are set as such. */
export function create(tag, { attributes = {}, ...properties } = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The rows of a list, by what they stand for. */
const rowsOf = new WeakMap();

/**
 * Fills a list with a row for each item. `make(key)` gives a `row` and its `fill(item)`. A row stays as long as its item is there, so that
 * a click is not lost which comes while the list is filled anew.
 */
export function fillList(list, items, keyOf, make) {
  const before = rowsOf.get(list) ?? new Map();
  const rows = new Map(items.map((item) => [keyOf(item), before.get(keyOf(item)) ?? make(keyOf(item))]));
  rowsOf.set(list, rows);
  for (const [key, { row }] of before) if (!rows.has(key)) row.remove();
  for (const item of items) rows.get(keyOf(item)).fill(item);
  [...rows.values()].forEach(({ row }, at) => {
    if (list.children[at] !== row) list.insertBefore(row, list.children[at] ?? null);
  });
}
