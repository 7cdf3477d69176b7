/** The first bytes of files that people send in place of their text, as characters, and what such a file is. */
const signatures: readonly (readonly [beginning: string | RegExp, kind: string])[] = [
  [/^%PDF-\d\.\d *[\r\n]/, 'a PDF file'],
  // Readers skip other bytes before it. A text about such files has no comment of bytes that aren't text.
  [/%PDF-\d\.\d\s+%[\u0080-\u00ff]{4}/, 'a PDF file'],
  ['PK\u0003\u0004', 'a ZIP, Word, Excel, or PowerPoint file'],
  ['\u00d0\u00cf\u0011\u00e0', 'an old Word, Excel, or PowerPoint file'],
  [/^\{\\rtf\d\s*\\[a-z]/, 'an RTF file'],
  ['\u0089PNG\r\n', 'an image'],
  ['\u00ff\u00d8\u00ff', 'an image'],
  [/^RIFF[\s\S]{4}WEBPVP8[ LX]/, 'an image'],
  ['\u001f\u008b\u0008', 'a compressed file'],
  ['7z\u00bc\u00af', 'a compressed file'],
  ['\u007fELF', 'a program'],
];

/** As `signatures`. A text may begin with these, too: the file also has a byte that no text has. */
const plainSignatures: typeof signatures = [
  ['%PDF-', 'a PDF file'],
  ['GIF87a', 'an image'],
  ['GIF89a', 'an image'],
];

/** Bytes at the beginning that are looked at. */
const LOOKED_AT = 1024;
/** Control characters of texts: tabs, ends of lines and pages, and escapes. */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/**
 * The kind of a file whose bytes can't be read as a text, such as `a PDF file`; null if it may be text.
 * @param bytes the first 1,024 suffice
 */
export function binaryKind(bytes: Uint8Array): string | null {
  const looked = bytes.subarray(0, LOOKED_AT);
  // A byte order mark and line ends before a signature are skipped.
  const beginning = String.fromCharCode(...looked).replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, '');
  const isText = looked.every((byte) => byte >= 0x20 || textControls.has(byte));
  const possible = isText ? signatures : [...signatures, ...plainSignatures];
  const found = possible.find(([signature]) =>
    typeof signature === 'string' ? beginning.startsWith(signature) : signature.test(beginning),
  );
  return found?.[1] ?? null;
}

/** Why such a file is refused, and what to do. */
export const noTextIn = (name: string, kind: string): string =>
  `${name} is ${kind}. Steps read text only: save it as text, and send that.`;
