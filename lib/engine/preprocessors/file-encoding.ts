/**
 * The encodings that a caller can name for a file. `iso-8859-1` is read as windows-1252, which contains it, as browsers
 * do.
 */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-1'] as const;
export type Encoding = (typeof encodings)[number];

/** How an uploaded file was read; `bytes` if that isn't text. */
export interface FileEncoding {
  name: Exclude<Encoding, 'iso-8859-1'> | 'bytes';
  /** Whether a byte order mark names it. */
  isMarked: boolean;
}

/** A text with the encoding that it was read by. */
export interface DecodedFile {
  text: string;
  encoding: FileEncoding;
}

/** The characters of windows-1252 from 0x80 to 0x9F. As in the WHATWG's table, each byte has a character of its own. */
const HIGH = [
  0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d,
  0x017d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a,
  0x0153, 0x9d, 0x017e, 0x0178,
];

/** Replaces the character NUL, which no database stores, in a file that isn't text. No byte is read as it. */
const NUL = 0x100;

const byteOf = new Map([[NUL, 0], ...HIGH.map((character, index) => [character, 0x80 + index] as const)]);

/**
 * A mark names the encoding; without one, a file that isn't UTF-8 is windows-1252. Such a file isn't text if it contains
 * NUL (or it's UTF-16 without a mark). A file that doesn't fit its mark is damaged. In both cases, all bytes are kept as
 * characters.
 */
export function decodeFound(bytes: Uint8Array): DecodedFile {
  const marked = markOf(bytes);
  const name = marked ?? 'utf-8';
  const text = decode(bytes, name);
  if (text !== null && !isBinary(text)) return { text, encoding: { name, isMarked: marked !== null } };
  const isText = marked === null && text === null && !bytes.includes(0);
  return { text: decode1252(bytes), encoding: { name: isText ? 'windows-1252' : 'bytes', isMarked: false } };
}

function markOf([first, second, third]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null;
}

/**
 * A file read anew, in the encoding that its sender names. Its bytes are regained from its text: UTF-8 and windows-1252
 * lose none.
 * @returns null if it is binary, or doesn't fit the encoding
 */
export function decodeNamed({ text, encoding }: DecodedFile, named: Encoding): string | null {
  const name = named === 'iso-8859-1' ? 'windows-1252' : named;
  if (name === encoding.name) return text;
  if (encoding.isMarked) return null;
  const decoded = decode(encoding.name === 'utf-8' ? Buffer.from(text) : encode1252(text), name);
  return decoded === null || isBinary(decoded) ? null : decoded;
}

/** No text has the character NUL, and hardly a file that isn't text is without. */
const isBinary = (text: string): boolean => text.includes('\u0000');

function decode(bytes: Uint8Array, name: Exclude<Encoding, 'iso-8859-1'>): string | null {
  if (name === 'windows-1252') return bytes.includes(0) ? null : decode1252(bytes);
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** By hand: the decoder of some versions of Node takes windows-1252 for ISO 8859-1. */
function decode1252(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    units[at] = byte === 0 ? NUL : byte >= 0x80 && byte < 0xa0 ? (HIGH[byte - 0x80] ?? byte) : byte;
  }
  return Buffer.from(units.buffer).toString('utf16le');
}

function encode1252(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    const isSame = character < 0x80 || (character >= 0xa0 && character < 0x100);
    bytes[at] = isSame ? character : (byteOf.get(character) ?? character);
  }
  return bytes;
}
