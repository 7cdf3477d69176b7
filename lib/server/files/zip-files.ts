import { Zip, ZipPassThrough } from 'fflate';
import type { SqlReader } from '@/lib/server/database/database';
import { type FileRow, readContent } from '@/lib/server/files/find-files';

/** The first moment that a ZIP can hold, so that the same files make the same bytes. */
const MOMENT = new Date(1980, 0, 1);

/** Files as one ZIP, read as it is asked for. They aren't compressed: most formats are already. */
export async function* zipFiles(rows: SqlReader, files: readonly FileRow[]): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  for (const file of files) {
    const entry = new ZipPassThrough(file.name);
    entry.mtime = MOMENT;
    zip.add(entry);
    for await (const bytes of readContent(rows, file)) {
      entry.push(bytes);
      yield* ready.splice(0);
    }
    entry.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
