import { pipeline } from 'node:stream/promises';
import { openDatabase } from '@/lib/server/database/database';
import { AppError } from '@/lib/server/errors';
import { environment } from '@/lib/server/runtime/environment';
import { databaseFile } from '@/lib/server/runtime/project-environment';
import { outboxOptions } from './outbox-options';
import { writeFile } from './write-file';
import { writeOutbox } from './write-outbox';

const db = openDatabase(environment.databaseUrl);
let out: string | null = null;
try {
  // npm starts a script in the project folder and says here where the person is.
  const options = outboxOptions(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
  out = options.out;
  const content = writeOutbox(db.read, options);
  if (out === null) await pipeline(content, process.stdout);
  else {
    await writeFile(out, content, databaseFile(environment.databaseUrl));
    console.log(`Written to ${out}`);
  }
} catch (error) {
  const { code, syscall } = error as NodeJS.ErrnoException;
  // Whoever reads the output, `head` say, has enough.
  if (code !== 'EPIPE') {
    if (!(error instanceof AppError) && !syscall) throw error;
    console.error(
      syscall ? `${out ?? 'The output'} could not be written (${code}).` : (error as Error).message,
    );
    process.exitCode = 1;
  }
} finally {
  await db.close();
}
