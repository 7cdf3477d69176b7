import { describe, expect, test } from 'vitest';
import { decideCondition } from '@/lib/engine/expressions/condition';
import { ConditionProblem } from '@/lib/engine/expressions/problems';
import { type Preparation, prepareTexts, prepareWith } from '@/lib/engine/preprocessors/prepare-texts';
import { preprocessorNamed } from '@/lib/engine/preprocessors/registry';
import { isLightCondition, isLightPlan, isLightPreparation, isLightRendering } from './is-light';

// The time that a caller's text and options may take on the server's own thread.

/** Milliseconds on a busy machine; each of what is refused here took several times as long. */
const LONGEST = 150;

const preparationOf = (name: string, options: object, values: Partial<Preparation>): Preparation => ({
  ...{ text: '', instructions: '', options: {}, hidden: [], variables: {}, file: null },
  ...values,
  entry: { name, options: preprocessorNamed(name)?.options.parse(options) },
});
const isLight = (name: string, values: Partial<Preparation>, options: object = {}) =>
  isLightPreparation(preparationOf(name, options, values));

/** The shortest of a few tries: a disturbance only makes one longer. */
async function shortest(run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const from = performance.now();
    await run();
    least = Math.min(least, performance.now() - from);
  }
  return least;
}

describe("a light preprocessor's total input is short", () => {
  const long = 'a '.repeat(6_000);
  const half = long.slice(0, long.length / 2);

  test.each<[string, string, Partial<Preparation>, object]>([
    ['text', 'stripSensitiveData', { text: long }, {}],
    ['instructions', 'stripSensitiveData', { instructions: long }, {}],
    ['text with instructions', 'stripSensitiveData', { text: half, instructions: half }, {}],
    ['options of the task', 'stripSensitiveData', { options: { labels: [long] } }, {}],
    ['options of its own', 'stripSensitiveData', {}, { keep: new Array(12_000).fill('') }],
    ['a pattern of the caller', 'stripSensitiveData', {}, { patterns: ['a'] }],
    ['values', 'injectVariables', {}, { values: { a: long } }],
    ['variables', 'injectVariables', { variables: { a: new Array(12_000).fill(0) } }, {}],
  ])('%s', (_, name, values, options) => {
    expect(isLight(name, { text: 'Fine.' }, {})).toBe(true);
    expect(isLight(name, values, options)).toBe(false);
  });
});

test.each([
  ['marks that are almost too many', 'standardizeEncoding', `a${'\u0301\u0323'.repeat(249)}`],
  ['more marks than that', 'standardizeEncoding', '\u0301'],
  ['names of secrets', 'stripSensitiveData', 'password="'],
  ['keys of accounts', 'stripSensitiveData', 'AccountKey='],
  ['beginnings of cards', 'stripSensitiveData', '4111 '],
])('whatever the text, it takes milliseconds to decide and to do: %s', async (_, name, part) => {
  const time = await shortest(async () => {
    const preparation = preparationOf(name, {}, { text: part.repeat(9_000 / part.length) });
    if (isLightPreparation(preparation)) await prepareWith(preparation);
  });
  expect(time).toBeLessThan(LONGEST);
});

test('to decide about a long text takes no time', async () => {
  const text = `a${'\u0301\u0323'.repeat(249)}`.repeat(2_000);
  expect(await shortest(() => isLight('standardizeEncoding', { text }))).toBeLessThan(LONGEST);
});

test('variables go only to what reads them', async () => {
  const given: [string, unknown][] = [];
  const entries = ['stripSensitiveData', 'injectVariables'].map((name) => ({ name, options: {} }));
  const material = { text: '', instructions: '', options: {}, variables: { a: 1 }, file: null };
  await prepareTexts({ ...material, entries }, async ({ entry, variables, ...texts }) => {
    given.push([entry.name, variables]);
    return texts;
  });
  expect(given).toEqual([
    ['stripSensitiveData', {}],
    ['injectVariables', { a: 1 }],
  ]);
});

describe('the server itself renders templates that only name values', () => {
  const scope = { input: 'Fine.', variables: {}, file: '', steps: {} };
  const planOf = (input: string) =>
    isLightPlan({ mode: 'DEPENDENCY', models: {}, steps: [{ id: 'a', task: 'generation', input }] } as never);

  test.each([
    ['none', 'Summarize this.', true],
    ['names', 'Read {{ input }} and {{- steps.first-one.output.title -}}.', true],
    ['as many as are allowed', '{{ input }}'.repeat(50), true],
    ['more than that', '{{ input }}'.repeat(51), false],
    ['a filter', '{{ input | upcase }}', false],
    ['an index', '{{ variables.list[0] }}', false],
    ['a tag', '{% for a in input %}{% endfor %}', false],
    ['a range', '{{ (1..1000000) }}', false],
    ['a name without an end', '{{ input', false],
    ['text after the name', '{{ input input }}', false],
    ['a name that is too deep', `{{ a${'.a'.repeat(9)} }}`, false],
  ])('%s', (_, source, isLight) => {
    expect([planOf(source), isLightRendering([source], scope)]).toEqual([isLight, isLight]);
  });

  test('unless the values are long', () => {
    expect(isLightRendering(['{{ input }}'], { ...scope, input: 'a'.repeat(9_000) })).toBe(true);
    expect(isLightRendering(['{{ input }}'], { ...scope, input: 'a'.repeat(12_000) })).toBe(false);
    // Each tag may write all of them.
    expect(isLightRendering(['{{ input }}'.repeat(50)], { ...scope, input: 'a'.repeat(1_000) })).toBe(false);
  });

  test('unless the template is long', () => {
    const long = `{{ input }}${'a'.repeat(20_000)}`;
    expect([planOf(long), isLightRendering([long], scope)]).toEqual([false, false]);
  });

  test('to decide about a long template takes no time', async () => {
    const sources = ['{{ a', '{{', `{{ ${'a'.repeat(200_000)}`, `{{${' '.repeat(200_000)}`];
    for (const source of sources)
      expect(await shortest(() => planOf(source.repeat(200_000 / source.length)))).toBeLessThan(LONGEST);
  });
});

describe('the server itself decides conditions that only compare values', () => {
  const scope = { input: 'Fine.', variables: {}, file: '', steps: {} };

  test.each([
    ['a name', 'variables.urgent', true],
    ['comparisons', 'steps.a.status == "COMPLETED" && steps.a.output.score >= 0.5 || !variables.on', true],
    ['a text with any signs', "input == 'a[0].b(c) + {d}'", true],
    ['a function', 'size(input) > 1', false],
    ['a method', 'input.matches("a")', false],
    ['a list', '"a" in ["a", "b"]', false],
    ['a map', '{"a": 1}.a == 1', false],
    ['a calculation', 'variables.a * 2 > 1', false],
    ['a choice', 'variables.a ? true : false', false],
    ['a text without an end', 'input == "', false],
    ['a text with an escape', 'input == "\\n"', false],
    ['more than it reads in microseconds', 'input == input || '.repeat(40), false],
  ])('%s', (_, source, isLight) => expect(isLightCondition(source, scope)).toBe(isLight));

  test('unless the values are long: each comparison may read all of them', () => {
    const long = { ...scope, input: 'a'.repeat(4_000) };
    expect(isLightCondition('input == "b"', long)).toBe(true);
    expect(isLightCondition('input == "b" || input == "c" || input == "d"', long)).toBe(false);
  });

  test('unless the values nest: the package keeps a type for each shape that it meets', () => {
    const nested = (variables: object, output: unknown = null) =>
      isLightCondition('variables.a == 1', {
        ...scope,
        variables: { ...variables },
        steps: { s: { status: 'COMPLETED', output, text: '' } },
      });
    expect([nested({ a: ['x'] }), nested({}, { label: 'x', scores: [1] })]).toEqual([true, true]);
    expect([nested({ a: [[1]] }), nested({}, { a: { b: [1] } })]).toEqual([false, false]);
  });

  test.each(['!', 'a.', 'a==', 'a&&', '"a"==', '1<'])(
    'however often %s is repeated, it takes milliseconds to decide and to do',
    async (part) => {
      const sources = [`${part.repeat(500 / part.length - 1)}a`, `${part.repeat(200_000)}a`];
      for (const source of sources)
        expect(
          await shortest(() => {
            if (!isLightCondition(source, scope)) return;
            try {
              decideCondition(source, scope);
            } catch (error) {
              if (!(error instanceof ConditionProblem)) throw error;
            }
          }),
        ).toBeLessThan(LONGEST);
    },
  );
});

test('a plan whose postprocessor has a schema or many options is made in another process', () => {
  const planOf = (options: object) =>
    isLightPlan({
      ...{ mode: 'DEPENDENCY', models: {} },
      steps: [{ id: 'a', task: 'generation', postprocessors: [{ name: 'validateStructure', options }] }],
    } as never);
  expect(planOf({ path: 'text' })).toBe(true);
  expect(planOf({ schema: { type: 'object' } })).toBe(false);
  expect(planOf({ path: 'a'.repeat(50_000) })).toBe(false);
});
