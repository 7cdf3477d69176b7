import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { printContent } from '@/commands/reading/print-content';
import { requireCurrentDatabase } from '@/commands/reading/require-current-database';
import { formatPriceTo } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import { type Day, dayOf, monthOf } from '@/lib/rules/day';
import type { SqlReader } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { type CostGroup, costGroups, type ModelCost, modelCosts } from '@/lib/server/usage/model-costs';
import { Prisma } from '@/prisma/generated/prisma/client';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { callerFolder } from '@/scripts/project.mjs';

/** Lists what the calls of models have cost. Sets nothing up: its output may be a file's content. */
export default async function costs(): Promise<void> {
  const options = costsOptions(process.argv.slice(2), callerFolder(), new Date());
  const { databaseUrl } = projectEnvironment();
  const file = await requireCurrentDatabase(databaseUrl);
  const db = openDatabase(databaseUrl);
  try {
    await printContent(writeCosts(db.sql, options), options.out, file);
  } finally {
    await db.close();
  }
}

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

/** The options of one run of the command. */
interface CostsOptions {
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

/** The command's output. */
export async function* writeCosts(rows: SqlReader, options: CostsOptions): AsyncGenerator<string> {
  const { accountId } = options;
  if (accountId !== null && !(await accountExists(rows, accountId)))
    throw new Stop(`There is no account ${accountId}.`);
  const costs = await modelCosts(rows, options);
  switch (options.format) {
    case 'json':
      yield `${JSON.stringify(costs, null, 2)}\n`;
      return;
    case 'csv':
      yield stringify(costs, {
        ...{ header: true, columns: columnsOf(options), escape_formulas: true },
        // No exponents, which some programs misread.
        cast: { number: (value) => value.toFixed(9).replace(/\.?0+$/, '') },
      });
      return;
    case 'table':
      yield table(costs, options);
  }
}

async function accountExists(rows: SqlReader, id: string): Promise<boolean> {
  return (await rows(Prisma.sql`SELECT "id" FROM "Account" WHERE "id" = ${id}`)).length > 0;
}

const columnsOf = ({ by }: CostsOptions) => [
  ...by.flatMap((group) => (group === 'account' ? ['account', 'accountName'] : [group])),
  ...['calls', 'tokensIn', 'tokensOut', 'cost', 'unknownCosts'],
];

const headings: Record<string, string> = {
  ...{ day: 'Day', account: 'Account', accountName: 'Name', provider: 'Provider', model: 'Model' },
  ...{
    calls: 'Calls',
    tokensIn: 'Tokens in',
    tokensOut: 'Tokens out',
    cost: 'Cost',
    unknownCosts: 'Unknown',
  },
};

/** A list for people: texts to the left, numbers to the right, and their sums. */
function table(costs: readonly ModelCost[], options: CostsOptions): string {
  const { from, to, by } = options;
  const title = `Costs of model calls from ${from} to ${to} (UTC)`;
  if (costs.length === 0)
    return `${title}\n\nNothing: no call of a provider has used tokens. --sandbox lists those of the sandbox.\n`;
  const columns = columnsOf(options);
  const texts = columns.length - 5;
  const sum = (of: (cost: ModelCost) => number) => costs.reduce((total, cost) => total + of(cost), 0);
  const total: ModelCost = {
    ...{ [by[0] ?? 'model']: 'All' },
    calls: sum(({ calls }) => calls),
    tokensIn: sum(({ tokensIn }) => tokensIn),
    tokensOut: sum(({ tokensOut }) => tokensOut),
    cost: sum(({ cost }) => cost),
    unknownCosts: sum(({ unknownCosts }) => unknownCosts),
  };
  const places = costs.some(({ cost }) => cost > 0 && cost < 0.01) ? 6 : 2;
  const lines = [
    columns.map((column) => headings[column] ?? ''),
    ...[...costs, total].map((cost) =>
      columns.map((column) => cell(cost, column as keyof ModelCost, places)),
    ),
  ];
  const widths = columns.map((_, index) =>
    lines.reduce((width, line) => Math.max(width, (line[index] ?? '').length), 0),
  );
  const padded = lines.map((line) =>
    line
      .map((text, index) =>
        index < texts ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  const note =
    total.unknownCosts > 0
      ? `\nUnknown: calls of models without a price, which Cost leaves out. MODELS_FILE gives a model a price.\n`
      : '';
  return `${title}\n\n${padded.join('\n')}\n${note}`;
}

/** @param places decimals of costs */
function cell(cost: ModelCost, column: keyof ModelCost, places: number): string {
  const value = cost[column];
  if (column === 'cost') return formatPriceTo(places, Number(cost.cost.toFixed(places)));
  return typeof value === 'number' ? formatCount(value) : (value ?? '');
}
