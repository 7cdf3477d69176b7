import { describe, expect, test } from 'vitest';
import { ReplyProblem } from '@/lib/engine/replies/problems';
import { analysis } from './analysis';
import { classification } from './classification';
import { codeGeneration } from './code-generation';
import { codeReview } from './code-review';
import type { Task } from './define-task';
import { extraction } from './extraction';
import { validation } from './validation';

function reader(task: Task) {
  return (reply: unknown, options: object = {}, material = '') =>
    task.read({
      text: typeof reply === 'string' ? reply : JSON.stringify(reply),
      options: task.options.parse(options),
      material,
    });
}

describe('analysis', () => {
  const read = reader(analysis);
  const finding = {
    title: 'No grace',
    detail: 'One day.',
    severity: 'High',
    evidence: '"by the third\nworking day"',
  };
  const contract = 'The tenant pays by the third working\nday of each month.';

  test('quotes the text, or nothing', () => {
    expect(
      read({ summary: 'Late.', findings: [finding, { ...finding, evidence: 'made up' }] }, {}, contract),
    ).toEqual({
      summary: 'Late.',
      findings: [
        { ...finding, severity: 'high', evidence: 'by the third\nworking day' },
        { ...finding, severity: 'high', evidence: null },
      ],
    });
  });

  test('has at most the wanted number of findings', () => {
    const output = read({ summary: 'Late.', findings: [finding, finding, finding] }, { max_findings: 2 });
    expect(output).toHaveProperty('findings.length', 2);
  });

  test("names the first place of a reply that doesn't fit", () => {
    const wrong = { summary: 'Late.', findings: [finding, { ...finding, severity: 'grave' }] };
    expect(() => read(wrong)).toThrow(/^At findings\[1\]\.severity: /);
  });
});

describe('classification', () => {
  const read = reader(classification);
  const labels = ['hardware', 'software', 'billing'];

  test('has the best label alone', () => {
    expect(read({ label: 'Hardware', score: '0.91' }, { labels })).toEqual({
      label: 'hardware',
      score: 0.91,
      labels: [{ label: 'hardware', score: 0.91 }],
    });
  });

  const scored = {
    labels: [
      { label: 'software', score: 0.64 },
      { label: 'hardware', score: 0.91 },
      { label: 'billing', score: 0.1 },
    ],
  };

  test('has several labels at or above the threshold, best first', () => {
    expect(read(scored, { labels, multiple: true, threshold: 0.64 })).toEqual({
      label: 'hardware',
      score: 0.91,
      labels: [scored.labels[1], scored.labels[0]],
    });
    expect(read(scored, { labels, multiple: true })).toHaveProperty('labels.length', 2);
  });

  test('has none where none reaches it', () => {
    expect(read(scored, { labels, multiple: true, threshold: 1 })).toEqual({
      label: null,
      score: null,
      labels: [],
    });
  });

  test.each([
    ['another label', { label: 'weather', score: 1 }, {}],
    ['a score outside 0 to 1', { label: 'billing', score: 91 }, {}],
    ['a label twice', { labels: [scored.labels[0], scored.labels[0]] }, { multiple: true }],
  ])('refuses %s', (_, reply, options) => {
    expect(() => read(reply, { labels, ...options })).toThrow(ReplyProblem);
  });

  test('lets a structured model name no other label', () => {
    expect(classification.replySchema(classification.options.parse({ labels }))).toMatchObject({
      properties: { label: { enum: labels } },
      required: ['label', 'score'],
    });
  });
});

describe('code-generation', () => {
  const read = reader(codeGeneration);
  const reply = 'Sure.\n```ts\nlet a = 1;\n```\n\n```ts\ntest();\n```\nIt is one.';

  test('has code, tests and explanation apart, without fences', () => {
    expect(read(reply, { language: 'typescript', include_tests: true })).toEqual({
      code: 'let a = 1;\n',
      language: 'typescript',
      tests: 'test();\n',
      explanation: 'It is one.',
    });
  });

  test('has tests only where they were asked for', () => {
    expect(read(reply, { language: 'typescript' })).toHaveProperty('tests', null);
    expect(() => read('```\na\n```', { language: 'typescript', include_tests: true })).toThrow(ReplyProblem);
  });

  test('a reply without fences is the code', () => {
    expect(read('select 1', { language: 'sql' })).toEqual({
      code: 'select 1\n',
      language: 'sql',
      tests: null,
      explanation: '',
    });
  });
});

describe('code-review', () => {
  const read = reader(codeReview);
  const finding = { line: 2, severity: 'high', category: 'security', message: 'SQL.', suggestion: null };

  test("omits lesser findings and other categories, and lines that don't exist", () => {
    const findings = [
      { ...finding, line: '2' },
      { ...finding, line: 99 },
      { ...finding, severity: 'info' },
      { ...finding, category: 'readability' },
    ];
    expect(read({ summary: 'One.', findings }, { focus: ['security'] }, 'a\nb')).toEqual({
      summary: 'One.',
      findings: [finding, { ...finding, line: null }],
    });
  });

  test('an omitted suggestion is null', () => {
    const { suggestion: _, ...bare } = finding;
    expect(read({ summary: 'One.', findings: [bare] }, {}, 'a\nb')).toHaveProperty('findings', [finding]);
  });
});

describe('extraction', () => {
  const read = reader(extraction);
  const fields = {
    order: 'string',
    since: 'date',
    error_codes: 'string[]',
    price: 'number',
    open: 'boolean',
  };

  test('has each field in its type, and null for missing fields', () => {
    const reply = { order: 20318, since: '2026-11-17', error_codes: 'E-41', open: 'true', extra: 1 };
    expect(read(reply, { fields })).toEqual({
      order: '20318',
      since: '2026-11-17',
      error_codes: ['E-41'],
      price: null,
      open: true,
    });
  });

  test.each([
    ['a date that there is none of', { since: '2026-02-30' }, 'At since: It must be a valid date.'],
    ['a number in words', { price: 'two' }, 'At price: It must be a number or null.'],
  ])('refuses %s', (_, reply, message) => {
    expect(() => read(reply, { fields })).toThrow(message);
  });

  const orders = [
    { order: '20318', kg: 2 },
    { order: '20319', kg: 9 },
  ];
  const many = { fields: { order: 'string', kg: 'number' }, many: true };

  test.each([
    ['a list', orders],
    ['an object around it', { records: orders }],
  ])('reads many records from %s', (_, reply) => {
    expect(read(reply, many)).toEqual(orders);
  });

  test('many can be one or none', () => {
    expect(read(orders[0] ?? {}, many)).toEqual([orders[0]]);
    expect(read({ records: [] }, many)).toEqual([]);
  });

  test("names the record that doesn't fit", () => {
    expect(() => read([orders[0], { order: '1', kg: 'heavy' }], many)).toThrow('At record 2, kg: ');
  });

  test("holds to the caller's schema", () => {
    const schema = { type: 'object', properties: { kg: { type: 'number', minimum: 1 } }, required: ['kg'] };
    expect(read({ kg: '2' }, { schema })).toEqual({ kg: 2 });
    expect(() => read({ kg: 0 }, { schema })).toThrow('At kg: It must be at least 1.');
    expect(() => read({ kg: null }, { schema })).toThrow('At kg: It must be a number.');
  });

  test('of pieces, the first value found counts, and lists are joined', () => {
    const join = (pieces: object[], options: object) =>
      extraction.division?.join(pieces, extraction.options.parse(options));
    expect(
      join(
        [
          { a: null, b: [] },
          { a: '1', b: ['x'] },
          { a: '2', b: ['y'] },
        ],
        { fields: ['a', 'b'] },
      ),
    ).toEqual({
      a: '1',
      b: ['x'],
    });
    expect(join([orders, [], orders], many)).toEqual([...orders, ...orders]);
  });
});

describe('validation', () => {
  const read = reader(validation);
  const rules = ['Promises no date.', 'Names the part number.'];
  const schema = { type: 'object', properties: { order: { type: 'string' } } };
  const withoutModel = (material: string, options: object) => {
    const parsed = validation.options.parse(options);
    return validation.withoutModel?.applies(parsed) ? validation.withoutModel.read(material, parsed) : null;
  };

  test('has each broken rule as it was written', () => {
    expect(read({ failures: [{ rule: '- promises no date', message: 'Monday.' }] }, { rules })).toEqual({
      valid: false,
      failures: [{ rule: 'Promises no date.', path: null, message: 'Monday.' }],
    });
    expect(read({ valid: false, failures: [] }, { rules })).toEqual({ valid: true, failures: [] });
  });

  test("refuses a rule that the options don't have", () => {
    expect(() => read({ failures: [{ rule: 'Be kind.', message: 'x' }] }, { rules })).toThrow(ReplyProblem);
  });

  test('a schema alone needs no model', () => {
    expect(withoutModel('{"order":20318}', { schema })).toEqual({
      valid: false,
      failures: [{ rule: 'schema', path: 'order', message: 'It must be a string.' }],
    });
    expect(withoutModel('{"order":"20318"}', { schema })).toEqual({ valid: true, failures: [] });
    expect(withoutModel('{}', { rules, schema })).toBeNull();
  });

  test.each(['not JSON', '', '['.repeat(1_000_000), `${'['.repeat(500)}${']'.repeat(500)}`])(
    "input that can't be read as JSON is one failure (%#)",
    (material) => {
      expect(withoutModel(material, { schema })).toHaveProperty('failures.length', 1);
    },
  );

  test('failures of the schema are added to those of the model', () => {
    const output = read(
      { failures: [{ rule: rules[0], message: 'Monday.' }] },
      { rules, schema },
      '{"order":1}',
    );
    expect(output).toHaveProperty('failures.length', 2);
    expect(validation.text(output)).toBe('Monday.\norder: It must be a string.');
    expect(validation.text({ valid: true, failures: [] })).toBe('valid');
  });
});
