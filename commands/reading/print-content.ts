import { pipeline } from 'node:stream/promises';
import { writeFile } from '@/commands/reading/write-file';
import { AppError } from '@/lib/server/errors';

/**
 * Writes what a command lists to a file or to standard output, piece by piece. If it can't be written, says so and sets
 * the exit code.
 *
 * @param out an absolute path, or null for standard output
 * @param database whose place the file must not take
 */
export async function printContent(
  content: AsyncGenerator<string>,
  out: string | null,
  database: string,
): Promise<void> {
  try {
    if (out === null) return await pipeline(content, process.stdout);
    await writeFile(out, content, database);
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
  }
}
