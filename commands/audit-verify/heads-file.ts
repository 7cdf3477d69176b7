import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { AppError, badInput } from '@/lib/server/errors';

const head = z.object({
  accountId: z.string(),
  sequence: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime().nullable(),
});
const headsFile = z.object({ version: z.literal(1), written: z.iso.datetime(), heads: z.array(head) });

/** The newest link of an account's chain, and when that link's event happened (null: retention removed it). */
export type Head = z.infer<typeof head>;

/** The text of a file with these heads. */
export const headsText = (heads: Head[], now: Date): string =>
  `${JSON.stringify({ version: 1, written: now.toISOString(), heads }, null, 2)}\n`;

/**
 * The heads in a file, by account.
 * @throws AppError BAD_USER_INPUT if it can't be read or contains something else
 */
export function readHeads(file: string): Map<string, Head> {
  let text: string;
  try {
    // Reading a pipe or a device might never end.
    if (!statSync(file).isFile()) throw badInput({ heads: `${file} isn't a file.` });
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw badInput({
      heads:
        code === 'ENOENT'
          ? `There is no file ${file}. Write one with --write-heads.`
          : `${file} couldn't be read (${code}).`,
    });
  }
  const { success, data } = headsFile.safeParse(jsonOf(text));
  if (!success) throw badInput({ heads: `${file} isn't a file that --write-heads wrote.` });
  return new Map(data.heads.map((head) => [head.accountId, head]));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
