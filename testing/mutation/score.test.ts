import { expect, test } from 'vitest';
import type { Mutant } from './plan-mutants';
import { report } from './score';

const mutant = (id: string, rest: Partial<Mutant> = {}): Mutant => ({
  id,
  area: 'money',
  file: 'lib/price.ts',
  line: 7,
  kind: 'BooleanLiteral',
  replacement: 'false',
  ...rest,
});

test('a mutant that no test notices or runs lowers the score of its area alone, and is listed', () => {
  const mutants = [mutant('0'), mutant('1'), mutant('2'), mutant('3', { area: 'audit' })];
  const { scores, survivors } = report(mutants, [
    { id: '0', state: 'killed' },
    { id: '1', state: 'survived' },
    { id: '2', state: 'uncovered' },
    { id: '3', state: 'killed' },
  ]);
  expect(scores).toEqual([
    { area: 'money', killed: 1, tried: 3, percent: 33 },
    { area: 'audit', killed: 1, tried: 1, percent: 100 },
  ]);
  expect(survivors).toEqual([
    'lib/price.ts:7 BooleanLiteral → false',
    'lib/price.ts:7 BooleanLiteral → false (no test runs it)',
  ]);
});

test('a mutant with which the process ended counts as noticed; its later verdict replaces that', () => {
  const begun = { id: '0', state: 'begun' } as const;
  expect(report([mutant('0')], [begun]).scores[0]?.killed).toBe(1);
  expect(report([mutant('0')], [begun, { id: '0', state: 'survived' }]).scores[0]?.killed).toBe(0);
});

test('an excused mutant is listed with its reason and not counted', () => {
  const { scores, excused } = report(
    [mutant('0'), mutant('1', { excused: 'the same price' })],
    [{ id: '0', state: 'killed' }],
  );
  expect(scores[0]?.tried).toBe(1);
  expect(excused).toEqual(['lib/price.ts:7 BooleanLiteral → false: the same price']);
});

test("a run that didn't try every mutant has no score", () => {
  expect(() => report([mutant('0'), mutant('1')], [{ id: '0', state: 'killed' }])).toThrow('1 mutants');
});
