import { pipeline } from 'node:stream/promises';
import { outboxOptions } from '@/commands/outbox/outbox-options';
import { requireCurrentDatabase } from '@/commands/reading/require-current-database';
import { writeFile } from '@/commands/reading/write-file';
import { openDatabase } from '@/lib/server/database/open-database';
import { AppError } from '@/lib/server/errors';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { callerFolder } from '@/scripts/project.mjs';

/** Lists what the forms sent. Sets nothing up: its output may be a file's content, which other lines would spoil. */
export default async function outbox(): Promise<void> {
  const options = outboxOptions(process.argv.slice(2), callerFolder());
  const { out } = options;
  const { databaseUrl } = projectEnvironment();
  const file = await requireCurrentDatabase(databaseUrl);
  // Imported late, because it reads the environment when it loads, which must be checked first.
  const { writeOutbox } = await import('@/commands/outbox/write-outbox');
  const db = openDatabase(databaseUrl);
  try {
    const content = writeOutbox(db.read, options);
    if (out === null) return await pipeline(content, process.stdout);
    await writeFile(out, content, file);
    console.log(`Written to ${out}`);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    // The program that reads the output, such as `head`, has enough.
    if (code === 'EPIPE') return;
    if (!(error instanceof AppError) && !syscall) throw error;
    console.error(
      syscall ? `${out ?? 'The output'} couldn't be written (${code}).` : (error as Error).message,
    );
    process.exitCode = 1;
  } finally {
    await db.close();
  }
}
