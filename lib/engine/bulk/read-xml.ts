import { Parser } from 'saxen';
import { damaged } from './sheet';

/** Called for the elements and texts of an XML document. Names have no prefixes. */
export interface XmlEvents {
  open?(name: string, attribute: (name: string) => string | undefined): void;
  close?(name: string): void;
  text?(text: string): void;
}

/**
 * Reads XML from its beginning to its end; a part that isn't there is empty. Entities of its own aren't expanded.
 * @throws SheetProblem
 */
export function readXml(xml: string, { open, close, text }: XmlEvents): void {
  if (xml === '') return;
  const parser = new Parser();
  parser.on('openTag', (name, attributes, decode) => {
    let read: Record<string, string> | undefined;
    open?.(localName(name), (wanted) => {
      read ??= attributes();
      const value = read[wanted] ?? entryOf(read, wanted);
      return value === undefined ? undefined : decode(value);
    });
  });
  parser.on('closeTag', (name) => close?.(localName(name)));
  parser.on('text', (value, decode) => text?.(decode(value)));
  parser.on('cdata', (value) => text?.(value));
  parser.on('error', () => {
    throw damaged();
  });
  parser.parse(xml);
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An attribute whatever its prefix, such as r:id. */
const entryOf = (attributes: Record<string, string>, name: string): string | undefined =>
  Object.entries(attributes).find(([key]) => localName(key) === name)?.[1];
