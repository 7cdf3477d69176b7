import { afterAll, describe, expect, it } from 'vitest';
import { ConditionProblem, type Scope, TemplateProblem } from '@/lib/engine/text-worker';
import { watchThread } from '@/testing/watch-thread';
import { evaluationLimits } from './evaluation';
import { openTextWorker } from './open-text-worker';

const mebibyte = 1024 * 1024;
const scope: Scope = {
  input: 'The arm is stuck.',
  variables: { list: Array.from({ length: 3_000 }, (_, index) => index), language: 'de' },
  file: null,
  steps: { label: { status: 'COMPLETED', output: { label: 'defect' }, text: 'defect' } },
};
const long: Scope = { ...scope, input: 'a'.repeat(mebibyte), file: 'a'.repeat(10 * mebibyte) };
const forever = '{% for a in (1..9000) %}{% for b in (1..9000) %}{% assign c = b %}{% endfor %}{% endfor %}';

/** Evaluates for an account whose job nobody cancels. */
function openFor(accountId: string, opened = openTextWorker()) {
  const caller = { accountId, signal: new AbortController().signal };
  return {
    render: async (source: string, values: Scope) => {
      const [text = ''] = await opened.render([source], values, caller);
      return text;
    },
    decide: (source: string, values: Scope) => opened.decide(source, values, caller),
    close: () => opened.close(),
  };
}

const expressions = openFor('acc_1');
/** Workers that end runaway work sooner. */
const opened = openTextWorker({ evaluations: { ...evaluationLimits, milliseconds: 200 } });
const strict = openFor('acc_1', opened);
afterAll(() => Promise.all([expressions.close(), strict.close()]));

describe('evaluation', () => {
  it.each([
    ['text without tags', 'No tags } %', 'No tags } %'],
    ['plain lookups', '{{ steps.label.output }}: {{ input }}', 'defect: The arm is stuck.'],
    ['filters and tags', '{% if input %}{{ steps.label.output.label | upcase }}{% endif %}', 'DEFECT'],
    ['an output with a filter as its text', '{{ steps.label.output | append: "s" }}', 'defects'],
  ])('renders %s', async (_what, source, text) => {
    expect(await expressions.render(source, scope)).toBe(text);
  });

  it.each([
    ['steps.label.output.label == "defect"', true],
    ['variables.list.exists(n, n == 2999)', true],
    ['input.matches("^The (leg|foot)")', false],
    ['size(input) > 2000', false],
  ])('decides %s as %s', async (source, decision) => {
    expect(await expressions.decide(source, scope)).toBe(decision);
  });

  it('decides about a long text', async () => {
    expect(await expressions.decide('size(input) > 2000', long)).toBe(true);
  });

  it('filters a whole file', async () => {
    expect(await expressions.render('{{ file | strip }}', long)).toHaveLength(10 * mebibyte);
  });

  it("fails with a sentence on a source that doesn't parse, and on values that don't fit", async () => {
    await expect(expressions.render('{{ input | loud }}', scope)).rejects.toThrow(TemplateProblem);
    await expect(expressions.render('{{ "%" | url_decode }}', scope)).rejects.toThrow(TemplateProblem);
    await expect(expressions.decide('input ==', scope)).rejects.toThrow(ConditionProblem);
    await expect(expressions.decide('variables.nothing == 1', scope)).rejects.toThrow(
      /there is no field nothing/,
    );
    await expect(expressions.decide('[input].exists(x, x)', scope)).rejects.toThrow(ConditionProblem);
  });

  it('fails with a sentence on values that nest too deeply', async () => {
    const variables = { deep: JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) };
    for (const source of ['{{ variables.deep }}', '{{ variables.deep | json }}'])
      await expect(expressions.render(source, { ...scope, variables })).rejects.toThrow(/nests too deeply/);
    await expect(expressions.decide('variables.deep == []', { ...scope, variables })).rejects.toThrow(
      /nests too deeply/,
    );
  });
});

it("fails on values that aren't JSON, and keeps running", async () => {
  const variables = { now: () => 0 };
  const failing = [1, 2, 3].map(() =>
    expressions.render('{{ variables.now | upcase }}', { ...scope, variables }),
  );
  for (const { status } of await Promise.allSettled(failing)) expect(status).toBe('rejected');
  expect(await expressions.render('{{ input | size }}', scope)).toBe('17');
});

const quadraticSearch = { ...long, variables: { end: `b${'a'.repeat(mebibyte / 2)}` } };
const hugeText = `cel.bind(a, input + input, ${['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].reduce(
  (rest, name, index) =>
    rest.replace('…', `cel.bind(${name}, ${'abcdefghi'[index]} + ${'abcdefghi'[index]}, …)`),
  '…',
)})`.replace('…', 'j.matches("b")');

/** Names, sources, and what they read. Each needs more time or memory than it may have, or is refused. */
const runaways: [string, 'render' | 'decide', string, Scope][] = [
  ['nested loops', 'render', forever, scope],
  ['an endless range', 'render', '{% for a in (1..1000000000) %}{% endfor %}', scope],
  [
    'text that grows in a loop',
    'render',
    '{% assign s = "x" %}{% for a in (1..9000) %}{% assign s = s | append: s %}{% endfor %}',
    scope,
  ],
  [
    'text that is captured twice over',
    'render',
    '{% assign s = "漢" %}{% for a in (1..60) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}',
    scope,
  ],
  ['much text in a loop', 'render', `{% for a in (1..90000) %}${'text '.repeat(20_000)}{% endfor %}`, scope],
  ['a replacement longer than memory', 'render', '{{ file | replace: "a", "bcdefghijklmnop" }}', long],
  [
    'lists of single characters',
    'render',
    '{% assign a = file | split: "" %}{% assign b = a | concat: a | concat: a %}',
    long,
  ],
  [
    'loops over the same list',
    'decide',
    'variables.list.all(a, variables.list.all(b, variables.list.all(c, a + b + c >= 0)))',
    scope,
  ],
  [
    'lists of lists',
    'decide',
    'size(variables.list.map(a, variables.list.map(b, variables.list.map(c, c)))) > 0',
    scope,
  ],
  ['text that doubles', 'decide', hugeText, long],
  ['many measurements', 'decide', `size(input)${' + size(input)'.repeat(400)} > 0`, long],
];

describe('a runaway evaluation', () => {
  it.each(runaways)('%s: is refused while others keep running', async (_what, kind, source, values) => {
    const refusal = strict[kind](source, values).catch((error: unknown) => error);
    const neighbour = strict.render('{{ input | size }}', scope);
    const { outcome, longestTurn } = await watchThread(refusal);
    expect(outcome).toHaveProperty('message', expect.stringMatching(/took too long|needs too much memory/));
    expect(await neighbour).toBe('17');
    expect(longestTurn).toBeLessThan(1_000);
  });

  it.each([
    ['a search that compares every character with every other', 'input.contains(variables.end)'],
    ['a pattern that makes others backtrack', 'input.matches("(a+)+$") && input.matches("(x+x+)+y")'],
    ['a long pattern', `input.matches("${'(a|b|ab)*c'.repeat(100)}")`],
  ])('%s: is decided or refused in time', async (_what, source) => {
    const outcome = await strict.decide(source, quadraticSearch).catch((error: unknown) => error);
    if (typeof outcome !== 'boolean') expect(outcome).toBeInstanceOf(ConditionProblem);
  });

  it("doesn't delay texts without tags", async () => {
    const blocking = Array.from({ length: 3 }, () => strict.render(forever, scope).catch(() => 'refused'));
    let isBlocked = true;
    const all = Promise.all(blocking).then((outcomes) => {
      isBlocked = false;
      return outcomes;
    });
    expect(await strict.render('No tags.', long)).toBe('No tags.');
    expect(isBlocked).toBe(true);
    expect(new Set(await all)).toEqual(new Set(['refused']));
  });
});

describe('accounts', () => {
  it('take turns: an account with much to evaluate delays no other account', async () => {
    let refused = 0;
    const others = Array.from({ length: 3 }, () =>
      strict.render(forever, scope).catch(() => {
        refused += 1;
      }),
    );
    const neighbor = openFor('acc_2', opened);
    for (let count = 0; count < 3; count += 1)
      expect(await neighbor.render('{{ input | upcase }}', scope)).toBe('THE ARM IS STUCK.');
    expect(refused).toBeLessThan(others.length);
    await Promise.all(others);
  });

  it('leave the line with what was canceled', async () => {
    const control = new AbortController();
    const caller = { accountId: 'acc_1', signal: control.signal };
    const canceled = Array.from({ length: 20 }, () => opened.render([forever], scope, caller));
    const outcomes = Promise.allSettled(canceled);
    control.abort(new Error('Canceled.'));
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { message: 'Canceled.' } });
    await expect(opened.render([forever], scope, caller)).rejects.toThrow('Canceled.');
    expect(await strict.render('{{ input | upcase }}', scope)).toBe('THE ARM IS STUCK.');
  });
});

describe('closing', () => {
  it('fails what is under way, and what comes later', async () => {
    const closing = openFor('acc_1');
    const evaluate = () => closing.render('{{ input | upcase }}', scope);
    const outcomes = Promise.allSettled([closing.render(forever, scope), evaluate(), evaluate(), evaluate()]);
    await closing.close();
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ reason: { message: expect.stringMatching(/is closed/) } });
    await expect(evaluate()).rejects.toThrow(/is closed/);
  });
});
