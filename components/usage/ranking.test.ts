import { expect, test } from 'vitest';
import { rankedNumbers, rankedPoints, rankedSummary } from './ranking';

const entries = [
  { name: 'Triage', executions: 1_200 },
  { name: 'Triage', executions: 4 },
  { name: 'Other templates', executions: 2, isRest: true },
];
const thing = { head: 'Template', word: 'template', fileName: 'top-templates' };

test('two of one name are two', () => {
  expect(new Set(rankedPoints(entries).map(({ key }) => key)).size).toBe(3);
});

test('chart, table and file hold the same, in order', () => {
  const { rows, fileName } = rankedNumbers(entries, thing, { from: '2026-11-01', to: '2026-11-02' }, true);
  expect(rows.map(({ csvName, values }) => [csvName, ...values])).toEqual([
    ['Triage', 1_200],
    ['Triage', 4],
    ['Other templates', 2],
  ]);
  expect(fileName).toBe('top-templates-2026-11-01-2026-11-02');
  expect(rankedSummary('Pie', entries, thing)).toBe(
    'Pie chart of executions per template: Triage 1,200, Triage 4, Other templates 2.',
  );
});
