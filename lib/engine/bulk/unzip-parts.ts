import { type UnzipFileFilter, type Unzipped, unzipSync } from 'fflate';
import { damaged, SheetProblem, unreadable } from './sheet';

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
