import { strToU8, Zip, ZipDeflate } from 'fflate';

/** Characters that are compressed at once. */
const PART = 100_000;
/** The earliest date of a ZIP, in any time zone: the same texts give the same bytes. */
const fixedDate = new Date(1980, 0, 1);

/**
 * A ZIP of texts, in UTF-8.
 * @param files each written when those before it are, so that it may depend on what they gathered
 */
export function zipParts(files: readonly [name: string, parts: Iterable<string>][]): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, parts] of files) {
    const entry = new ZipDeflate(name);
    entry.mtime = fixedDate;
    zip.add(entry);
    let waiting = '';
    for (const part of parts) {
      waiting += part;
      if (waiting.length < PART) continue;
      entry.push(strToU8(waiting));
      waiting = '';
    }
    entry.push(strToU8(waiting), true);
  }
  zip.end();
  return Buffer.concat(chunks);
}
