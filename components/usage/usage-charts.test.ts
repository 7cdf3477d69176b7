import { expect, it, test } from 'vitest';
import {
  executionNumbers,
  executionPoints,
  executionSummary,
  rankedNumbers,
  rankedPoints,
  rankedSummary,
  templateShares,
} from './usage-charts';

const day = (date: string, requestCount: number, totalCost = requestCount / 1000) => ({
  date,
  requestCount,
  totalCost,
  totalTokens: requestCount * 150,
  unknownCostCount: 0,
});
const hrefOf = ({ from, to }: { from: string; to: string }) => `/list?${from}-${to}`;
const period = { from: '2026-11-02', to: '2026-11-04' };
const days = [day('2026-11-02', 40), day('2026-11-03', 1_188), day('2026-11-04', 0)];

it('names a day shortly on the axis and wholly, with cost and tokens, in the tooltip', () => {
  expect(executionPoints(days, '2026-11-04')[1]).toEqual({
    key: '2026-11-03',
    label: 'Nov 3',
    fullLabel: 'Tue, Nov 3, 2026',
    value: 1_188,
    details: ['Cost $1.1880', '178,200 tokens'],
    unfinished: false,
  });
});

it("says that today isn't over, and only today", () => {
  expect(executionPoints(days, '2026-11-04').map((point) => point.fullLabel)).toEqual([
    'Mon, Nov 2, 2026',
    'Tue, Nov 3, 2026',
    'Wed, Nov 4, 2026, so far',
  ]);
  expect(executionPoints(days, '2026-11-05').map((point) => point.unfinished)).toEqual([false, false, false]);
});

it('names the year on the axis if there are two', () => {
  const labels = executionPoints([day('2025-12-31', 1), day('2026-01-01', 1)], '2026-11-04');
  expect(labels.map((point) => point.label)).toEqual(['Dec 31, 2025', 'Jan 1, 2026']);
});

it('holds the same numbers in the table and the file, which add up', () => {
  const { columns, rows, fileName } = executionNumbers(days, period, '2026-11-04', hrefOf);
  const totals = columns.map((column, index) => column.sum(rows.map((row) => row.values[index] ?? 0)));
  expect(totals).toEqual([1_228, 1.228, 184_200]);
  expect(columns.map((column, index) => column.csv(rows[1]?.values[index] ?? 0))).toEqual([
    1_188,
    '1.188000',
    178_200,
  ]);
  expect(fileName).toBe('executions-2026-11-02-2026-11-04');
});

it('shows executions of unknown cost in the tooltip, the table, and the file, and never as $0', () => {
  const some = [...days, { ...day('2026-11-05', 5), unknownCostCount: 2 }];
  const none = { ...day('2026-11-06', 3, 0), unknownCostCount: 3 };
  const details = executionPoints([...some, none], '2026-11-06').map((point) => point.details?.[0]);
  expect(details.slice(-2)).toEqual([
    'Cost $0.0050 and 2 executions of unknown cost',
    '3 executions of unknown cost',
  ]);
  const { columns, rows } = executionNumbers([...some, none], period, '2026-11-06', hrefOf);
  expect(columns.at(-1)).toMatchObject({ head: 'Unknown cost', csvHead: 'executions_of_unknown_cost' });
  expect(rows.slice(-2).map(({ values }) => values.at(-1))).toEqual([2, 3]);
});

it('puts the line in words', () => {
  expect(executionSummary(days, period)).toBe(
    'Line chart of executions per day, Nov 2 – Nov 4, 2026, UTC: 1,228 executions in all, the most on Nov 3 with 1,188 executions.',
  );
});

const entries = [
  { name: 'Triage', executions: 1_200 },
  { name: 'Triage', executions: 4 },
  { name: 'Other templates', executions: 2, isRest: true },
];
const ranking = { chart: 'Pie', head: 'Template', word: 'template', fileName: 'top-templates' } as const;

test('two entries of one name are two points', () => {
  expect(new Set(rankedPoints(entries).map(({ key }) => key)).size).toBe(3);
});

test('chart, table and file contain the same, in order', () => {
  const period = { from: '2026-11-01', to: '2026-11-02' };
  const { rows, fileName, hasTotal } = rankedNumbers(entries, ranking, period);
  expect(rows.map(({ csvName, values }) => [csvName, ...values])).toEqual([
    ['Triage', 1_200],
    ['Triage', 4],
    ['Other templates', 2],
  ]);
  expect(fileName).toBe('top-templates-2026-11-01-2026-11-02');
  expect(hasTotal).toBe(true);
  expect(rankedSummary(entries, ranking)).toBe(
    'Pie chart of executions per template: Triage 1,200, Triage 4, Other templates 2.',
  );
});

test('bars leave entries out, so they have no total', () => {
  const period = { from: '2026-11-01', to: '2026-11-02' };
  expect(rankedNumbers(entries, { ...ranking, chart: 'Bar' }, period).hasTotal).toBe(false);
});

const triage = { name: 'Triage', executions: 7 };

test("the shares are all executions, with one entry for templates that aren't named", () => {
  const hrefOf = ({ except }: { except: string[] }) => `/others?${except.join()}`;
  expect(templateShares([triage], 10, hrefOf)).toEqual([
    { name: 'Triage', executions: 7 },
    { name: 'Other templates', executions: 3, isRest: true, href: '/others?Triage' },
  ]);
  expect(templateShares([triage], 7, hrefOf)).toEqual([{ name: 'Triage', executions: 7 }]);
  expect(templateShares([], 0, hrefOf)).toEqual([]);
});
