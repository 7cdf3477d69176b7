/** The first bytes of files that people send in place of their text, as characters, and what such a file is. */
const signatures: readonly (readonly [beginning: string, kind: string])[] = [
  ['%PDF-', 'a PDF file'],
  ['PK\u0003\u0004', 'a ZIP, Word, Excel, or PowerPoint file'],
  ['\u00d0\u00cf\u0011\u00e0', 'an old Word, Excel, or PowerPoint file'],
  ['\u0089PNG\r\n', 'an image'],
  ['\u00ff\u00d8\u00ff', 'an image'],
  ['GIF87a', 'an image'],
  ['GIF89a', 'an image'],
  ['\u001f\u008b\u0008', 'a compressed file'],
  ['7z\u00bc\u00af', 'a compressed file'],
  ['\u007fELF', 'a program'],
];

/** Bytes before a signature that readers skip: a byte order mark and line ends. */
const MOST_BEFORE = 16;

/**
 * The kind of a file whose bytes can't be read as a text, such as `a PDF file`; null if it may be text.
 * @param bytes the first 64 suffice
 */
export function binaryKind(bytes: Uint8Array): string | null {
  const beginning = String.fromCharCode(...bytes.subarray(0, MOST_BEFORE + 8));
  const trimmed = beginning.replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, '');
  return signatures.find(([signature]) => trimmed.startsWith(signature))?.[1] ?? null;
}

/** Why such a file is refused, and what to do. */
export const noTextIn = (name: string, kind: string): string =>
  `${name} is ${kind}. Steps read text only: save it as text, and send that.`;
