import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { EmailKind } from '@/lib/config/email';
import { badInput } from '@/lib/server/errors';

export const OUTBOX_USAGE = `Usage: npm run outbox -- [waitlist|contact] [--search TEXT] [--since YYYY-MM-DD] [--limit N]
                         [--format table|csv|json] [--out FILE]
Lists what the forms sent, newest first. --since is a day in UTC; csv needs waitlist or contact;
--out keeps npm's own lines out of the file.`;

const flags = z.object({
  kind: z.enum(['waitlist', 'contact'], 'The list is waitlist or contact.').optional(),
  search: z.string().default(''),
  since: z.iso
    .date('--since takes a day that exists, as YYYY-MM-DD.')
    .transform((day) => new Date(`${day}T00:00:00Z`))
    .optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, '--limit takes a number from 1 on.')
    .transform(Number)
    .default(Number.POSITIVE_INFINITY),
  format: z.enum(['table', 'csv', 'json'], '--format takes table, csv or json.').default('table'),
  out: z.string().min(1, '--out takes a file.').optional(),
});

/** What one run of the command lists, and how. */
export interface OutboxOptions {
  kinds: EmailKind[];
  search: string;
  since: Date | null;
  /** The most emails per kind. */
  limit: number;
  format: 'table' | 'csv' | 'json';
  /** An absolute path, or null for standard output. */
  out: string | null;
}

/**
 * @param args of the command line
 * @param directory the base of a relative file
 * @throws AppError BAD_USER_INPUT with what is wrong and the usage
 */
export function outboxOptions(args: string[], directory: string): OutboxOptions {
  const { success, data, error } = flags.safeParse(parse(args));
  if (!success) throw wrong(error.issues[0]?.message);
  const { kind, search, since = null, limit, format, out } = data;
  if (format === 'csv' && !kind) throw wrong('--format csv needs waitlist or contact.');
  return {
    kinds: kind ? [kind === 'waitlist' ? 'WAITLIST' : 'CONTACT'] : ['WAITLIST', 'CONTACT'],
    search,
    since,
    limit,
    format,
    out: out === undefined ? null : path.resolve(directory, out),
  };
}

function parse(args: string[]) {
  const option = { type: 'string' } as const;
  const options = { search: option, since: option, limit: option, format: option, out: option };
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length > 1)
      throw new Error('Only one list can be named; without a name both are listed.');
    return { ...values, kind: positionals[0] };
  } catch (error) {
    // Node's first sentence names the flag; what follows is advice for programmers.
    throw wrong((error as Error).message.split(/(?<=\.)\s/)[0]);
  }
}

const wrong = (fault = 'The arguments are not valid.') => badInput({ input: `${fault}\n${OUTBOX_USAGE}` });
