import { expect, test } from 'vitest';
import { rankedNumbers, rankedPoints, rankedSummary, templateShares } from './usage-charts';

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

test('the shares are all executions, with one entry for templates that are not named', () => {
  expect(templateShares([triage], 10)).toEqual([
    { name: 'Triage', executions: 7 },
    { name: 'Other templates', executions: 3, isRest: true },
  ]);
  expect(templateShares([triage], 7)).toEqual([{ name: 'Triage', executions: 7 }]);
  expect(templateShares([], 0)).toEqual([]);
});
