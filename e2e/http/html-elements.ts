// React and rehype write the pages: attributes in double quotes, no `<` in texts or in the data of scripts. So a regular
// expression finds where an element ends, unless another of its name is inside it.

/** An element of a page as it was sent. */
export interface HtmlElement {
  /** By their names in lower case, with their references resolved. */
  attributes: Record<string, string>;
  /** The HTML inside it; empty for a void element. */
  html: string;
}

/**
 * The elements of one name, in their order.
 *
 * @param html contains no element of this name inside another
 */
export function elements(html: string, name: string): HtmlElement[] {
  const start = new RegExp(`<${name}(?=[\\s/>])((?:"[^"]*"|[^">])*)>`, 'g');
  return [...html.matchAll(start)].map((match) => {
    const [opening, attributes = ''] = match;
    const from = match.index + opening.length;
    const to = opening.endsWith('/>') ? from : html.indexOf(`</${name}>`, from);
    return { attributes: readAttributes(attributes), html: html.slice(from, Math.max(from, to)) };
  });
}

/** The only element of its name. @throws if there are none or several */
export function onlyElement(html: string, name: string): HtmlElement {
  const [element, another] = elements(html, name);
  if (!element || another) throw new Error(`The page has ${element ? 'several' : 'no'} <${name}>.`);
  return element;
}

const readAttributes = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/([^\s="/]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      resolveReferences(value),
    ]),
  );

/** The text that a reader sees of some HTML, without its tags. */
export const textOf = (html: string): string =>
  resolveReferences(html.replace(/<!--.*?-->|<(?:"[^"]*"|[^">])*>/gs, ''));

const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const resolveReferences = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|(\w+));/gi, (reference, code?: string, name = '') =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : (references[name] ?? reference),
  );

/** A page without its scripts, whose data repeats what the page shows. */
export const withoutScripts = (html: string): string => html.replace(/<script\b.*?<\/script>/gs, '');
