import path from 'node:path';
import { z } from 'zod';
import { type Day, dayOf, monthOf } from '@/lib/rules/day';
import { type CostGroup, costGroups } from '@/lib/server/usage/model-costs';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';

const day = (flag: string) => z.iso.date(`${flag} takes a day that exists, as YYYY-MM-DD.`).optional();

const flags = z.object({
  by: z
    .string()
    .default('model')
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(costGroups, '--by takes day, account, provider and model, separated by commas.'))),
  from: day('--from'),
  to: day('--to'),
  sandbox: z.boolean().default(false),
  account: z.string().min(1, '--account takes an id.').optional(),
  format: z.enum(['table', 'csv', 'json'], '--format takes table, csv or json.').default('table'),
  out: z.string().min(1, '--out takes a file.').optional(),
});

/** What one run of the command lists, and how. */
export interface CostsOptions {
  /** In the order of the columns. */
  by: CostGroup[];
  /** UTC days, both included. */
  from: Day;
  to: Day;
  /** Only this account's. */
  accountId: string | null;
  /** Whether the sandbox's made-up costs are among them. */
  sandbox: boolean;
  format: 'table' | 'csv' | 'json';
  /** An absolute path, or null for standard output. */
  out: string | null;
}

/**
 * @param args of the command line
 * @param directory the base of a relative file
 * @param now the default range is its UTC month, until its day
 * @throws WrongArguments
 */
export function costsOptions(args: string[], directory: string, now: Date): CostsOptions {
  const { values } = readArguments(commandLines.costs, args);
  const { success, data, error } = flags.safeParse(values);
  if (!success) throw wrong(error.issues[0]?.message);
  const { by, to = dayOf(now), from = monthOf(to), account, sandbox, format, out } = data;
  if (from > to) throw wrong(`--from is after --to: ${from}, ${to}.`);
  return {
    by: costGroups.filter((group) => by.includes(group)),
    ...{ from, to, accountId: account ?? null, sandbox, format },
    out: out === undefined ? null : path.resolve(directory, out),
  };
}

const wrong = (fault = "The arguments aren't valid.") => new WrongArguments(fault, commandLines.costs);
