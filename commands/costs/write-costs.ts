import { stringify } from 'csv-stringify/sync';
import { formatPriceTo } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import type { ReadRows } from '@/lib/server/database/database';
import { type ModelCost, modelCosts } from '@/lib/server/usage/model-costs';
import { Prisma } from '@/prisma/generated/prisma/client';
import { Stop } from '@/scripts/console/stop.mjs';
import type { CostsOptions } from './costs-options';

/** What the command prints. */
export async function* writeCosts(rows: ReadRows, options: CostsOptions): AsyncGenerator<string> {
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

async function accountExists(rows: ReadRows, id: string): Promise<boolean> {
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
