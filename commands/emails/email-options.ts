import path from 'node:path';
import { z } from 'zod';
import type { EmailKind } from '@/lib/config/email-templates';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';

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

/** The options of one run of the command. */
export interface EmailOptions {
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
 * @throws WrongArguments
 */
export function emailOptions(args: string[], directory: string): EmailOptions {
  const { values, positionals } = readArguments(commandLines.emails, args);
  const { success, data, error } = flags.safeParse({ ...values, kind: positionals[0] });
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

const wrong = (fault = "The arguments aren't valid.") => new WrongArguments(fault, commandLines.emails);
