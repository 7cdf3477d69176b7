import { RE2JS } from 're2js';
import { describe, expect, it, vi } from 'vitest';
import { expectLinear } from '@/testing/expect-linear';
import { decideCondition, parseCondition } from './condition';
import { ConditionProblem } from './problems';
import type { Scope } from './scope';

const scope: Scope = {
  input: 'The arm is stuck. Grüße 👋',
  variables: { language: 'de', count: 3, ratio: 0.5, empty: null, list: ['x', 'y'], on: true, o: { a: 1 } },
  file: null,
  steps: {
    label: { status: 'COMPLETED', output: { label: 'defect', score: 0.9 }, text: 'defect' },
    facts: {
      status: 'COMPLETED',
      output: { machine: null, total: 250, constructor: 'c' },
      text: '',
    },
    gone: { status: 'FAILED', output: null, text: '' },
  },
};
const decide = (source: string) => decideCondition(source, scope);

function problemOf(source: string): string {
  const parsed = parseCondition(source);
  return 'problem' in parsed ? parsed.problem : 'none';
}

describe('the names of the values that a condition reads', () => {
  it.each([
    ['steps.label.output.label == "status"', ['steps.label.output']],
    ['steps.gone.status == "FAILED"', ['steps.gone.status']],
    ['steps["gone"]["status"] == input', ['steps.gone.status', 'input']],
    ['size(steps.label) > 1', ['steps.label.output', 'steps.label.status']],
    ['has(variables.a) && variables.a.b == 1', ['variables.a']],
    ['size(variables) > 1 && variables.a == 1', ['variables', 'variables.a']],
    ['variables[input] == 1', ['variables', 'input']],
    ['1 == 1', undefined],
  ])('%s', (source, names) => expect(parseCondition(source)).toMatchObject({ ...(names && { names }) }));

  it('are few: nothing is named for what is only mentioned', () => {
    expect(parseCondition('"variables" == "status"')).not.toHaveProperty('names');
  });
});

it.each([
  ['variables.b == 1', 'b'],
  ['variables["b"] == 1', 'b'],
  ['variables.o.b == 1', null],
  ['variables.o.b == 1 ? true : variables.b == 1', null],
  ['variables.count / 0 > 0', null],
])('%s lacks the variable %s', (source, missing) => {
  const decide = () => decideCondition(source, scope);
  expect(decide).toThrow(ConditionProblem);
  expect(decide).toThrow(expect.objectContaining({ missing }));
});

it('a part that no step has is refused before a run, and read as missing in a condition that was stored', () => {
  expect(problemOf('steps.label.result == "x"')).toBe(
    'Line 1, column 1: a step has no result. Read steps.label.output or steps.label.status.',
  );
  expect(decide('has(steps.label.error)')).toBe(false);
  expect(decide('steps.label.status == "COMPLETED" || steps.label.result == 1')).toBe(true);
});

describe('deciding', () => {
  it.each([
    ['steps.label.output.label == "defect"', true],
    ['steps["label"]["output"].label == "question"', false],
    ['steps.label.output.score > 0.8', true],
    ['variables.language in ["de", "fr"]', true],
    ['"x" in variables.list && !("z" in variables.list)', true],
    ['size(input) == 25', true],
    ['size(input) > 2000', false],
    ['steps.gone.status == "FAILED"', true],
    ['steps.facts.output.machine != null', false],
    ['steps.facts.output.total != null && steps.facts.output.total > 100', true],
    ['steps.gone.output != null && steps.gone.output.machine == "arm 7"', false],
    ['has(variables.language) && variables.language == "de"', true],
    ['has(variables.nothing) && variables.nothing == "de"', false],
    ['has(steps.facts.output.machine)', true],
    ['has(steps.facts.output.toString) || has(variables.constructor)', false],
    ['steps.facts.output.constructor == "c"', true],
    ['variables.count == 3 && variables.count + 1 == 4 && 2 * variables.count / 4 == 1.5', true],
    ['variables.count % 2 == 1 && 7 % variables.count == 1 && variables.count % variables.count == 0', true],
    ['variables.on', true],
    ['variables.on ? variables.count > 5 : true', false],
    ['variables.list.exists(item, item == "y")', true],
    ['variables.list.all(item, size(item) == 2)', false],
    ['input.startsWith("The") && input.contains("arm")', true],
    ['input.matches("^The (arm|leg) .* 👋$") && matches(input, "st[aeu]ck")', true],
    ['input.matches("stuck$")', false],
    ['variables.list.exists(item, item.matches("^[y-z]$"))', true],
  ])('%s is %s', (source, decision) => expect(decide(source)).toBe(decision));

  it.each([
    [
      'a variable that is missing',
      'variables.nothing == 1',
      /^Line 1, column 11: there is no field nothing\.$/,
    ],
    ['a field of a missing output', 'steps.gone.output.a == 1', /there is no field a/],
    ['a step that is not in the scope', 'steps.other.status == "FAILED"', /there is no field other/],
    ['an index past the end', 'variables.list[7] == "x"', /index out of bounds/],
    [
      'a text as a yes or no',
      'variables.language',
      /^The condition is a string\. It must be true or false\.$/,
    ],
    ['null as a yes or no', 'variables.empty', /^The condition is null\./],
    ['a list as a yes or no', 'variables.list', /^The condition is a list or a map\./],
    ['types that do not fit', 'variables.language > 1', /no such overload/],
    ['a division by zero', '1 / 0 > 0', /division by zero/],
    ["a division of JSON's number by zero", 'variables.count / 0 > 0', /division by zero/],
    ['a remainder of zero', 'variables.count % 0 == 0', /modulo by zero/],
    ['a pattern from a value that is none', 'input.matches("(" + variables.language)', /missing closing \)/],
  ])('fails with a sentence on %s', (_what, source, problem) => {
    expect(problemOf(source)).toBe('none');
    expect(() => decide(source)).toThrow(ConditionProblem);
    expect(() => decide(source)).toThrow(problem);
  });

  it('fails with a sentence if a value nests too deeply', () => {
    const deep: unknown = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
    expect(() => decideCondition('variables.deep == 1', { ...scope, variables: { deep } })).toThrow(
      /nests too deeply/,
    );
  });

  it('matches in linear time what makes other engines backtrack', async () => {
    await expectLinear(
      10_000,
      (length) => ({ ...scope, input: `${'a'.repeat(length)}!` }),
      (long) =>
        expect(decideCondition('input.matches("(a+)+$") || input.matches("(a|aa)+$")', long)).toBe(false),
    );
  });
});

describe('parsing', () => {
  it('finds the steps and roots that a condition reads', () => {
    const parsed = parseCondition(
      'steps.a.output.x == steps["b"].status || [steps.c.output].exists(i, i == input) || {"k": !steps.d.output}["k"] || matches(steps.e.output, "x") || input.contains(steps.f.output) || has(steps.g.output.x)',
    );
    if ('problem' in parsed) throw new Error(parsed.problem);
    expect(parsed.steps).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    expect(parsed.roots).toContain('input');
    expect(parsed.roots).not.toContain('variables');
  });

  it('refuses a pattern before it is compiled if that takes long, and counts the work of the others', () => {
    const compile = vi.spyOn(RE2JS, 'compile');
    const ranges = Array.from({ length: 600 }, (_, at) => `${String.fromCharCode(0x100 + at)}-\u{10FFFF}`);
    expect(problemOf(`input.matches("(?i)[${ranges.join('')}]")`)).toMatch(
      /^Line 1, column 15: the pattern takes too much work to compile\./,
    );
    expect(problemOf('input.matches("(((a{10}){10}){10}b){10}")')).toMatch(/too much work/);
    expect(compile).not.toHaveBeenCalled();
    const spent: [string, number][] = [];
    parseCondition('input.matches("[a-z]{3}") && matches(input, "b")', (...work) => spent.push(work));
    expect(spent).toEqual([
      ['characters of conditions', 48],
      ['instructions of patterns', 4],
      ['instructions of patterns', 1],
    ]);
    expect(compile).toHaveBeenCalledTimes(2);
    compile.mockRestore();
  });

  it.each([
    ['nothing', '', /Unexpected token/],
    ['half an expression', 'input ==\n  ', /^Line 2, column 3: Unexpected token: EOF\.$/],
    ['what is no yes or no', 'size(input)', /^The condition is a number\. It must be true or false\.$/],
    [
      'types that cannot fit',
      'size(input) == "long"',
      /^Line 1, column 1: no such overload: int == string\.$/,
    ],
    [
      'the file, which conditions cannot read',
      'size(file) > 1',
      /no value named file\. Read input, variables\.NAME, or steps\.ID\.output\.$/,
    ],
    ['any other name', 'process.env.SECRET == "x"', /no value named process\./],
    ['a name with a typo', 'varables.x == 1', /no value named varables\. Did you mean variables\?$/],
    ['a function that does not exist', 'shout(input)', /found no matching overload/],
    ['all steps', 'size(steps) > 1', /^Line 1, column 6: name the step/],
    ['a computed step', 'steps[variables.x].output == 1', /name the step/],
    ['a loop variable named steps', '[1].exists(steps, steps.a == 1)', /name the step/],
    [
      'a pattern that needs backtracking',
      'input.matches("(?=a)b")',
      /^Line 1, column 15: error parsing regexp/,
    ],
    ['a back reference', String.raw`matches(input, r"(a)\1")`, /error parsing regexp/],
    ['the name behind matches', 'input.matchesInLinearTime("a")', /no function named/],
  ])('refuses %s', (_what, source, problem) => expect(problemOf(source)).toMatch(problem));

  it.each([
    ['parentheses', (percent: number) => `${'('.repeat(100 * percent)}true${')'.repeat(100 * percent)}`],
    ['negations', (percent: number) => `${'!'.repeat(10_000 * percent)}true`],
    ['terms', (percent: number) => `true${' || true'.repeat(1_000 * percent)}`],
    ['lists', (percent: number) => `${'['.repeat(100 * percent)}1${']'.repeat(100 * percent)} == []`],
    ['loops', (percent: number) => `${'[1].exists(x, '.repeat(10 * percent)}true${')'.repeat(10 * percent)}`],
    ['fields', (percent: number) => `variables${'.a'.repeat(1_000 * percent)}`],
  ])('refuses a great many %s in linear time', async (_what, make) => {
    expect(problemOf(make(100))).not.toBe('none');
    await expectLinear(50, make, problemOf);
  });
});
