import { RE2JS } from 're2js';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { models } from '@/lib/config/models';
import { mostPatternWork, patternWork } from '@/lib/engine/expressions/patterns';
import { planningWork } from '@/lib/engine/expressions/work-budget';
import { openCatalog } from '@/lib/engine/models/catalog';
import type { StepInput } from '@/lib/engine/workflow';
import { planHere } from './plan-workflow';

// Planning has a budget of work for all steps of a workflow together, which is counted before the work is done.

const compile = vi.spyOn(RE2JS, 'compile');
beforeEach(() => {
  compile.mockClear();
});

/** The faults of a workflow whose steps all have these values. */
const faultsOf = (
  count: number,
  step: (index: number) => Omit<StepInput, 'id' | 'task'> & { task?: string },
) =>
  planHere(
    {
      ...{ name: 'Budget', input: 'A text.', variables: {}, mode: 'PARALLEL', callbacks: [] },
      steps: Array.from({ length: count }, (_, index) => ({
        ...{ id: `s${index}`, task: 'generation' },
        ...step(index),
      })),
    },
    { catalog: openCatalog(models), providers: new Set(['sandbox']) },
  ).faults ?? [];

const ranges = (count: number) =>
  Array.from({ length: count }, (_, at) => `${String.fromCodePoint(0x62 + at)}-\u{10ffff}`).join('');
const parts = (count: number) => ({ anyOf: Array.from({ length: count - 1 }, () => ({ minLength: 1 })) });
const { 'tags of templates': tags, 'characters of conditions': characters } = planningWork;

describe('a workflow that uses up the whole budget is planned, and one more unit is refused at its step', () => {
  test.each<[string, number, (more: number) => Parameters<typeof faultsOf>[1]]>([
    ['tags of templates', tags / 1_000, (more) => () => ({ input: '{{ 1 }}'.repeat(1_000 - more) })],
    [
      'characters inside tags',
      10,
      (more) => () => ({ input: `{{ input${' '.repeat(10_000 - more - '{{ input'.length)}}}` }),
    ],
    [
      'characters of conditions',
      characters / 2_500,
      (more) => () => ({ condition: `true${' '.repeat(2_496 - more)}` }),
    ],
    [
      'parts of JSON Schemas',
      10,
      (more) => () => ({ task: 'validation', options: { schema: parts(1_000 - more) } }),
    ],
  ])('%s', (what, count, step) => {
    expect(faultsOf(count, step(0))).toEqual([]);
    expect(faultsOf(count + 2, step(1)).length).toBe(1);
    const [fault] = faultsOf(count + 1, step(0));
    expect(fault).toMatchObject({ path: `steps[${count}]`, code: 'WORKFLOW_TOO_COMPLEX' });
    expect(fault?.message).toContain(` ${what}. `);
  });

  test('instructions of patterns, in conditions and in schemas', () => {
    const pattern = `${'a'.repeat(900)}`;
    const step = (index: number) =>
      index % 2 === 0
        ? { condition: `input.matches("${pattern}")` }
        : { task: 'validation', options: { schema: { type: 'string', pattern } } };
    const fitting = Math.floor(planningWork['instructions of patterns'] / 900);
    expect(faultsOf(fitting, step)).toEqual([]);
    const compiled = compile.mock.calls.length;
    expect(faultsOf(fitting + 1, step)).toMatchObject([
      { path: `steps[${fitting}]`, code: 'WORKFLOW_TOO_COMPLEX' },
    ]);
    // Nothing of the step that is over is compiled, and the schemas' pattern is known from before.
    expect(compile.mock.calls.length - compiled).toBe(compiled - 1);
  });
});

describe('a pattern whose letter cases take seconds is refused before it is compiled', () => {
  test('in conditions', () => {
    const faults = faultsOf(10, () => ({ condition: `input.matches("(?i)[${ranges(650)}]")` }));
    expect(faults.map(({ code }) => code)).toEqual(Array(10).fill('CONDITION_INVALID'));
    expect(faults[0]?.message).toContain('the pattern takes too much work to compile.');
    expect(compile).not.toHaveBeenCalled();
  });

  test('in schemas', () => {
    const schema = {
      allOf: Array.from({ length: 20 }, (_, at) => ({ pattern: `(?i)${at}[${ranges(200)}]` })),
    };
    const [fault] = faultsOf(1, () => ({ task: 'validation', options: { schema } }));
    expect(fault).toMatchObject({ path: 'steps[0]', code: 'WORKFLOW_TOO_COMPLEX' });
    const one = { pattern: `(?i)[${ranges(200)}]` };
    expect(faultsOf(1, () => ({ task: 'validation', options: { schema: one } }))).toHaveLength(1);
    expect(compile).not.toHaveBeenCalled();
  });
});

describe('the work of a pattern', () => {
  test.each([
    ['abc', 3],
    ['a{10}', 10],
    ['(ab){2,5}', 24],
    ['a{0}b{3,}', 5],
    ['(?:a{9}b){9}', 108],
    ['[a-z0-9]+', 4],
    [String.raw`\Q(((\E{10}`, 12],
    [String.raw`\d\pL[\PL]`, 89],
    ['(?i)[a-z]', 3],
    [`(?i)[A-\u{10ffff}]`, 2],
    [`(?i)[b-\u{10ffff}]`, 2_506],
    [String.raw`(?i)[b-\x{10FFFF}]`, 2_506],
    [`[b-\u{10ffff}]`, 2],
    ['[]a]', 3],
    ['[[:alpha:]]', 7],
    ['', 0],
  ])('%j is about %d instructions', (pattern, work) => expect(patternWork(pattern)).toBe(work));

  // Short sources with large programs: RE2 writes repetitions out, and each part keeps its instructions.
  test.each([
    '(?:[ab]c?){300}',
    '(a|b){1,900}',
    '((a{10}){10}b){9}',
    String.raw`\Q)\E(x|y|[0-9]){500}`,
    '(?P<name>[^]]{20}){20}',
    '(?i:k+|s*){400}',
    'a{3,}b{2}c{0,700}',
    String.raw`(\d{1,3}\.){3}\d{1,3}`,
    '[[:^alpha:]-z]{90}',
    '(?:(?:)(?:a|bc|def)?){250}',
  ])('%j has no larger program than that', (pattern) => {
    const size = RE2JS.compile(pattern).programSize();
    expect(patternWork(pattern) + 10).toBeGreaterThan(size);
    expect(patternWork(pattern)).toBeLessThan(mostPatternWork);
  });
});
