import { type UnzipFileFilter, type Unzipped, unzipSync } from 'fflate';
import { Parser } from 'saxen';
import { damaged, SheetProblem, unreadable } from './sheet';

/** Called for the elements and texts of an XML document. Names have no prefixes. */
interface XmlEvents {
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

/** Bytes of the unpacked parts that are read of a workbook, together. */
const MOST_BYTES = 96 * 1024 * 1024;

/**
 * Unpacks parts of a ZIP, as texts in UTF-8. Each part has at most the size that it announces, and all together have at most 96 MiB.
 * @param isWanted by the part's name
 * @throws SheetProblem
 */
export function unzipParts(zip: Uint8Array, isWanted: (name: string) => boolean): Map<string, string> {
  let bytes = 0;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!isWanted(name)) return false;
    bytes += originalSize;
    if (bytes > MOST_BYTES) throw unreadable('The workbook is too large when it is unpacked. Split it.');
    return true;
  };
  const decoder = new TextDecoder();
  const parts = Object.entries(unzip(zip, filter));
  return new Map(parts.map(([name, content]) => [name, decoder.decode(content)]));
}

function unzip(zip: Uint8Array, filter: UnzipFileFilter): Unzipped {
  try {
    return unzipSync(zip, { filter });
  } catch (error) {
    throw error instanceof SheetProblem ? error : damaged();
  }
}
