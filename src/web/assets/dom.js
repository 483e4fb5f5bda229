// Elements of the page.

export const $ = (id) => document.getElementById(id);

/** A new element with properties and children; `attributes` among the properties are set as such. */
export function create(tag, { attributes = {}, ...properties } = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
