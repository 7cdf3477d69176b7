import { describe, expect, test } from 'vitest';
import { taskNamed, tasks } from '@/lib/engine/tasks/registry';
import { expectLinear } from '@/testing/expect-linear';
import { texts } from '@/testing/texts';
import { writeReply } from './write-reply';

/** A task's output from the sandbox's reply; options get their defaults. */
function outputOf(task: string, text: string, options: unknown = {}, work: object = {}): unknown {
  const named = taskNamed(task);
  if (!named) throw new Error(`There is no task ${task}.`);
  const parsed = named.options.parse(options);
  const material = { options: parsed, instructions: '', tone: 'neutral', text, thorough: false, ...work };
  const output = named.read({
    text: writeReply(task, material, named.replySchema(parsed)),
    options: parsed,
    material: text,
  });
  return named.output.parse(output);
}

/** Options that each task needs, and nothing more. */
const needed: Record<string, object> = {
  classification: { labels: ['hardware', 'billing', 'other'] },
  'code-generation': { language: 'python', include_tests: true },
  extraction: {
    fields: { order: 'string', since: 'date', amount: 'number', urgent: 'boolean', tags: 'string[]' },
  },
  transformation: { to: 'json' },
  translation: { target_language: 'it' },
  validation: { rules: ['Promises no date.', 'Is in German.', 'Has at most 20 words.'] },
};

/** The tasks that call models. */
const withModel = tasks.filter(({ decision }) => !decision).map(({ name }) => name);

describe.each(withModel)('%s', (task) => {
  test.each(Object.entries(texts))('has its shape for a text in %s', (_, text) => {
    expect(() => outputOf(task, text, needed[task])).not.toThrow();
    expect(() => outputOf(task, text, needed[task], { thorough: true })).not.toThrow();
  });

  test.each(['…', '{', '<', '](', '"', '\u0000', '🦾', '\ud800', '---', '| |'])(
    'has its shape for %j',
    (text) => {
      expect(() => outputOf(task, text.repeat(3), needed[task])).not.toThrow();
    },
  );

  test.each([
    ['a long text in one line', 'Order 20318 weighs 2 kg and costs 3,50 euros since 3 May 2026, '],
    ['a long word', 'a'],
  ])('works on %s in time that grows with its length', async (_, piece) => {
    const named = taskNamed(task);
    const options = named?.options.parse(needed[task] ?? {});
    await expectLinear(
      262_144,
      (length) => piece.repeat(Math.ceil(length / piece.length)),
      (text) => {
        const work = { options, instructions: '', tone: 'neutral', text, thorough: true };
        expect(writeReply(task, work, null)).not.toBe('');
      },
    );
  });
});

test.each([
  '[',
  '{',
  '<a>',
  '*a ',
  '? ',
  '- ',
  '&a',
  '"',
  '](',
  '`',
  '|\n|-|\n',
  '<!--',
  '<script>',
  '\\',
  '&#9;',
])('100,000 characters of %j are converted like any other text', (piece) => {
  const text = piece.repeat(100_000 / piece.length);
  for (const to of ['json', 'csv', 'yaml', 'xml', 'markdown', 'html', 'text']) {
    for (const from of [undefined, 'json', 'csv', 'yaml', 'xml', 'markdown', 'html', 'text']) {
      const work = { options: { to, from }, instructions: '', tone: 'neutral', text, thorough: false };
      expect(() => writeReply('transformation', work, null)).not.toThrow();
    }
  }
});

describe('summarization', () => {
  test.each(Object.entries(texts))('takes whole sentences of a text in %s, in their order', (_, text) => {
    const { summary } = outputOf('summarization', text, { max_words: 40 }) as { summary: string };
    const flat = text.replace(/\s+/g, ' ');
    const sentences = summary.split(/(?<=[.!?؟])\s|(?<=[。！？])/u).filter((sentence) => sentence !== '');
    const places = sentences.map((sentence) => flat.indexOf(sentence));
    expect(places.length).toBeGreaterThan(0);
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  test('keeps to its most words, as bullets too', () => {
    for (const format of ['paragraph', 'bullets']) {
      for (const max_words of [10, 17, 30]) {
        const { summary } = outputOf(
          'summarization',
          texts.en,
          { max_words, format },
          { thorough: true },
        ) as {
          summary: string;
        };
        expect(summary.split(/\s+/).length).toBeLessThanOrEqual(max_words);
        if (format === 'bullets')
          expect(summary.split('\n').every((line) => line.startsWith('- '))).toBe(true);
      }
    }
  });

  test('prefers what the focus names', () => {
    const options = { max_words: 14, focus: 'glass bottles' };
    expect(outputOf('summarization', texts.en, options)).toEqual({
      summary: 'Dr. Reyes tested it in May, e.g. with glass bottles.',
    });
  });

  test('omits headings and tags', () => {
    const { summary } = outputOf('summarization', '<h1>Arm</h1><p>The <b>arm</b> stops.</p>') as {
      summary: string;
    };
    expect(summary).toBe('Arm. The arm stops.');
  });

  test('says what a text repeats once, also if only its numbers differ', () => {
    const days = Array.from({ length: 12 }, (_, day) => `On day ${day} the arm of line 4 stopped.`);
    const log = Array.from(
      { length: 9 },
      (_, i) => `2026-06-02 09:15:0${i} ERROR connection to db refused: x`,
    );
    for (const text of [days.join(' '), days.join('\n\n'), log.join('\n')]) {
      const { summary } = outputOf('summarization', `${text}\n\nA cable was replaced.`) as {
        summary: string;
      };
      expect(summary.match(/stopped|refused/g)).toHaveLength(1);
      expect(summary).toContain('A cable was replaced.');
    }
  });
});

describe('classification', () => {
  const ticket = 'The gripper stops after two minutes, and the app shows E-41.';
  const options = {
    labels: ['hardware', 'software', 'billing'],
    descriptions: { billing: 'invoices, payments, refunds' },
  };

  test('finds the label by usual words, descriptions and other languages', () => {
    expect(outputOf('classification', ticket, options)).toMatchObject({ label: 'hardware' });
    expect(outputOf('classification', 'Two refunds are missing.', options)).toMatchObject({
      label: 'billing',
    });
    expect(outputOf('classification', 'Der Greifer ist defekt.', options)).toMatchObject({
      label: 'hardware',
    });
    expect(outputOf('classification', 'アプリにエラーが出ます。', options)).toMatchObject({
      label: 'software',
    });
  });

  test('with multiple, lists the labels above the threshold, best first', () => {
    const several = { ...options, multiple: true };
    const { labels } = outputOf('classification', ticket, several) as { labels: { label: string }[] };
    expect(labels.map(({ label }) => label)).toEqual(['hardware', 'software']);
    expect(outputOf('classification', ticket, { ...several, threshold: 1 })).toEqual({
      label: null,
      score: null,
      labels: [],
    });
  });

  test('takes a word that is denied for no sign of a label', () => {
    const options = { labels: ['positive', 'negative', 'neutral'] };
    const labelOf = (text: string) => (outputOf('classification', text, options) as { label: string }).label;
    expect(labelOf('The food was not good and the waiter was rude.')).toBe('negative');
    expect(labelOf('The parcel is on its way.')).toBe('neutral');
  });

  test('takes the label for the rest if no word speaks for any', () => {
    const labels = ['hardware', 'constructor', 'other'];
    expect(outputOf('classification', 'Xyzzy.', { labels })).toMatchObject({ label: 'other', score: 0 });
  });
});

describe('extraction', () => {
  test('finds names, dates and codes, and null for missing values', () => {
    const text = 'Order 20318, arm 7 shows E-41 since 17 November 2026.';
    const fields = { order: 'string', since: 'date', error_codes: 'string[]', price: 'number' };
    expect(outputOf('extraction', text, { fields })).toEqual({
      order: '20318',
      since: '2026-11-17',
      error_codes: ['E-41'],
      price: null,
    });
  });

  test('finds several records in prose, tables and lists', () => {
    const options = { fields: { order: 'string', kg: 'number' }, many: true };
    const records = [
      { order: '20318', kg: 2 },
      { order: '20319', kg: 9 },
    ];
    for (const text of [
      'Order 20318 weighs 2 kg, order 20319 weighs 9 kg.',
      'order;kg\n20318;2\n20319;9\n',
      'Order: 20318\nkg: 2\n\nOrder: 20319\nkg: 9\n',
      '[{"order":"20318","kg":2},{"order":"20319","kg":9}]',
    ]) {
      expect(outputOf('extraction', text, options)).toEqual(records);
    }
    expect(outputOf('extraction', 'Nothing was sent.', options)).toEqual([]);
  });

  test.each([
    [
      'a Markdown table in a text',
      'Our people:\n\n| Full name | E-mail | City |\n|---|---|---|\n| Ada Ito | ada@x.example | Rome |\n| Bo Li | bo@x.example | Kyiv |\n\nThat is all.',
    ],
    [
      'a printed table',
      'Team\n\nName        Email           City\nAda Ito     ada@x.example   Rome\nBo Li       bo@x.example    Kyiv\n',
    ],
    [
      'a table of HTML',
      '<table><tr><th>Name</th><th>Email</th></tr><tr><td>Ada Ito</td><td>ada@x.example</td></tr><tr><td>Bo Li</td><td>bo@x.example</td></tr></table>',
    ],
    [
      'a list inside JSON',
      '{"people":[{"name":"Ada Ito","email":"ada@x.example"},{"name":"Bo Li","email":"bo@x.example"}]}',
    ],
    [
      'columns with longer names',
      'Customer Name;E-mail address\nAda Ito;ada@x.example\nBo Li;bo@x.example\n',
    ],
    [
      'blocks in another order',
      'Email: ada@x.example\nName: Ada Ito\n---\nEmail: bo@x.example\nName: Bo Li\n',
    ],
    ['lines of a list', 'Contacts:\n- Ada Ito, ada@x.example\n- Bo Li, bo@x.example\n'],
    ['lines with addresses', 'Contacts\n\nAda Ito <ada@x.example>\nBo Li <bo@x.example>\n'],
  ])('finds each record of %s', (_, text) => {
    expect(outputOf('extraction', text, { fields: ['name', 'email'], many: true })).toEqual([
      { name: 'Ada Ito', email: 'ada@x.example' },
      { name: 'Bo Li', email: 'bo@x.example' },
    ]);
  });

  const invoice = `INVOICE
Acme Robotics GmbH
Main Street 12, 10115 Berlin

Invoice No: INV-2026-0042
Bill to:
Globex Corporation

Description     Qty   Amount
Gripper G4        2   900.00
Cable set         1    75.50

VAT 19%: 185.35 EUR
Total: 1,160.85 EUR
IBAN: DE89 3704 0044 0532 0130 00 BIC: COBADEFFXXX
Phone: (206) 555-0142

NOTES
- Paid by card
- Ships on Friday
`;

  test('reads a document with a title, labels of several words, and several fields on a line', () => {
    const fields = 'invoice invoiceNumber customer vendor vat iban bic phone due'.split(' ');
    expect(outputOf('extraction', invoice, { fields })).toEqual({
      ...{ invoice: 'INV-2026-0042', invoiceNumber: 'INV-2026-0042', due: null },
      ...{ customer: 'Globex Corporation', vendor: 'Acme Robotics GmbH', vat: '185.35 EUR' },
      ...{ iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX', phone: '(206) 555-0142' },
    });
  });

  test('reads the lines under a heading as a list, and a printed table as the objects of a schema', () => {
    expect(outputOf('extraction', invoice, { fields: { notes: 'string[]', total: 'number' } })).toEqual({
      notes: ['Paid by card', 'Ships on Friday'],
      total: 1160.85,
    });
    const item = { type: 'object', properties: { description: { type: 'string' }, qty: { type: 'number' } } };
    const schema = { type: 'object', properties: { items: { type: 'array', items: item } } };
    expect(outputOf('extraction', invoice, { schema })).toEqual({
      items: [
        { description: 'Gripper G4', qty: 2 },
        { description: 'Cable set', qty: 1 },
      ],
    });
  });

  test.each([
    ['Die Rechnung 4711 über 1.234,50 € ist am 3. März 2026 fällig.', '4711', 1234.5],
    ['La facture 4711 de 1 234,50 € arrive à échéance le 3 mars 2026.', '4711', 1234.5],
    ['La factura 4711, importe: 1.234,50 euros, vencimiento: 3 de marzo de 2026.', '4711', 1234.5],
    ['請求書4711、金額は1,234.50円、期限は2026年3月3日です。', '4711', 1234.5],
    ['الفاتورة 4711 المبلغ ١٢٣٤ يورو تاريخ الاستحقاق 3 مارس 2026', '4711', 1234],
  ])('reads %j', (text, invoice, amount) => {
    const fields = { invoice: 'string', amount: 'number', date: 'date' };
    expect(outputOf('extraction', text, { fields })).toEqual({ invoice, amount, date: '2026-03-03' });
  });

  test('finds what has a form of its own, and reads yes and no', () => {
    const text =
      'Contact: Ada Reyes <ada@example.com>, +49 30 1234567, https://example.com/a.\nUrgent: no\nNot broken.';
    const fields = {
      email: 'string',
      phone: 'string',
      website: 'string',
      urgent: 'boolean',
      broken: 'boolean',
    };
    expect(outputOf('extraction', text, { fields })).toEqual({
      email: 'ada@example.com',
      phone: '+49 30 1234567',
      website: 'https://example.com/a',
      urgent: false,
      broken: false,
    });
  });

  test('follows a schema into objects, lists and choices', () => {
    const schema = {
      type: 'object',
      properties: {
        customer: { type: 'object', properties: { name: { type: ['string', 'null'] } } },
        orders: {
          type: 'array',
          items: { type: 'object', properties: { order: { type: 'string' }, kg: { type: 'integer' } } },
        },
        state: { enum: ['open', 'shipped', null] },
      },
    };
    const text = 'Name: Ada Reyes\nState shipped. Order 20318 weighs 2 kg, order 20319 weighs 9 kg.';
    expect(outputOf('extraction', text, { schema })).toEqual({
      customer: { name: 'Ada Reyes' },
      orders: [
        { order: '20318', kg: 2 },
        { order: '20319', kg: 9 },
      ],
      state: 'shipped',
    });
  });
});

describe('transformation', () => {
  const table = 'name;kg\nGripper S;2\n"Arm; M";1,5\n';
  const rows = [
    { name: 'Gripper S', kg: '2' },
    { name: 'Arm; M', kg: '1,5' },
  ];

  test('turns a table into JSON as the reference prints it', () => {
    const options = { from: 'csv', to: 'json' };
    expect(outputOf('transformation', 'name;kg\nGripper S;2', options)).toEqual({
      text: '[{"name":"Gripper S","kg":"2"}]',
      data: [{ name: 'Gripper S', kg: '2' }],
    });
  });

  test.each(['json', 'csv', 'yaml', 'xml', 'markdown', 'html'])(
    'a table survives the way to %s and back',
    (to) => {
      const { text } = outputOf('transformation', table, { to }) as { text: string };
      const { data } = outputOf('transformation', text, { from: to, to: 'json' }) as { data: unknown };
      expect(to === 'xml' ? data : { items: { item: data } }).toEqual({ items: { item: rows } });
    },
  );

  test('keeps every block of a text with several', () => {
    const text = 'Name: Ada\nCity: Rome\n\nName: Bo\nCity: Kyiv';
    const { text: json } = outputOf('transformation', text, { to: 'json' }) as { text: string };
    expect(JSON.parse(json)).toEqual([
      { Name: 'Ada', City: 'Rome' },
      { Name: 'Bo', City: 'Kyiv' },
    ]);
  });

  test('makes numbers of text where the schema wants numbers', () => {
    const schema = { type: 'array', items: { type: 'object', properties: { kg: { type: 'number' } } } };
    expect(outputOf('transformation', table, { to: 'json', schema })).toMatchObject({
      data: [{ kg: 2 }, { kg: 1.5 }],
    });
  });

  test('keeps headings, lists, links and emphasis between Markdown and HTML', () => {
    const markdown = '# Notes\n\nCall **Ada** on [Monday](https://example.com).\n\n- one\n- two';
    const { text } = outputOf('transformation', markdown, { to: 'html' }) as { text: string };
    expect(text).toContain('<a href="https://example.com">Monday</a>');
    expect(outputOf('transformation', text, { to: 'markdown' })).toEqual({ text: markdown, data: null });
  });

  test('changes a name that no XML element can have into a valid name', () => {
    const { text } = outputOf('transformation', '{"1 <a>":"x & y"}', { to: 'xml' }) as { text: string };
    expect(text).toContain('<_1__a_>x &amp; y</_1__a_>');
  });
});

describe('translation', () => {
  test("puts the glossary in place, keeps markup, and says that the rest isn't translated", () => {
    const text =
      '# The gripper\n\nThe <b title="gripper">Gripper arm</b> holds {{ gripper }} `gripper`, not grippers.';
    const options = { target_language: 'de', glossary: { gripper: 'Greifer', 'gripper arm': 'Greifarm' } };
    expect(outputOf('translation', text, options)).toMatchObject({
      text: '# [de] The Greifer\n\nThe <b title="gripper">Greifarm</b> holds {{ gripper }} `gripper`, not grippers.',
    });
  });

  test.each(Object.entries(texts))('leaves a text in %s as it is if that is the target', (language, text) => {
    expect(outputOf('translation', text, { target_language: language })).toMatchObject({ text });
  });
});

describe('validation', () => {
  test.each([
    ['Promises no date.', 'Good news: part 20318 arrives on Monday.', false],
    ['Promises no date.', 'Good news: part 20318 is on its way.', true],
    ['Names the part number.', 'Good news: part 20318 is on its way.', true],
    ['Names the part number.', 'Good news.', false],
    ['Has at most 3 words.', 'One two three.', true],
    ['Has fewer than 3 words.', 'One two three.', false],
    ['Is at least 2 sentences long.', 'One. Two.', true],
    ['Is written in German.', texts.de, true],
    ['Is written in German.', texts.fr, false],
    ['Contains "best regards".', 'Best regards, Ada', true],
    ['Does not mention "refund".', 'Your refund is here.', false],
    ['Contains an email address.', 'Write to ada@example.com.', true],
    ['Mentions the warranty.', 'The warranty lasts a year.', true],
    ['Mentions the warranty.', 'It lasts a year.', false],
  ])('%j of %j is %j', (rule, text, valid) => {
    expect(outputOf('validation', text, { rules: [rule] })).toMatchObject({
      valid,
      failures: valid ? [] : [{ rule, path: null }],
    });
  });
});

describe('code', () => {
  test('generated code is free of fences, whatever the description holds', () => {
    const text = 'Print "```" */ --> \n```\nand stop';
    for (const language of [
      'typescript',
      'python',
      'sql',
      'json',
      'html',
      'css',
      'yaml',
      'bash',
      'cobol',
      'c++',
    ]) {
      const output = outputOf('code-generation', text, { language, include_tests: true }) as {
        code: string;
        tests: string;
        explanation: string;
      };
      expect(output.code).not.toContain('```');
      expect(output.code).toMatch(/andbox output/);
      expect(output.tests.trim()).not.toBe('');
      expect(output.explanation).toContain('Sandbox output');
    }
  });

  test('a review names line, severity and category, within focus and severity', () => {
    const code = 'const q = "SELECT * FROM t WHERE id = " + id;\ntry { x() } catch (e) {}\n';
    const of = (options: object) =>
      (outputOf('code-review', code, options) as { findings: { line: number; category: string }[] }).findings;
    expect(of({}).map(({ line, category }) => [line, category])).toEqual([
      [1, 'security'],
      [2, 'correctness'],
      [1, 'performance'],
    ]);
    expect(of({ focus: ['correctness'] })).toHaveLength(1);
    expect(of({ min_severity: 'high' })).toHaveLength(1);
    expect(of({ max_findings: 2 })).toHaveLength(2);
  });

  test('a review of a diff looks at added lines only', () => {
    const diff = '--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-eval(old)\n+eval(input)\n';
    expect(outputOf('code-review', diff)).toMatchObject({ findings: [{ line: 5, severity: 'high' }] });
  });

  test('docstrings add comments and change nothing else', () => {
    const code = '# Adds.\ndef add(a, b):\n    return a + b\n\ndef stop():\n    pass\n';
    const { text } = outputOf('documentation', code, { kind: 'docstrings' }) as { text: string };
    expect(text).toContain('# Sandbox output: documents stop.\ndef stop():');
    expect(text.replace(/^# Sandbox.*\n/gm, '')).toBe(code);
  });

  test.each(['reference', 'guide', 'readme'])(
    'a %s has a title and says that it is sandbox output',
    (kind) => {
      const output = outputOf('documentation', 'export function connect(port: string) {}\n', { kind });
      expect(output).toMatchObject({ title: 'connect', text: expect.stringContaining('Sandbox output') });
    },
  );
});

test('generation repeats what it was given, and says that no model wrote it', () => {
  const { text } = outputOf(
    'generation',
    'When will my spare part be here?',
    {},
    { instructions: 'Say that it arrives on Monday.', tone: 'friendly' },
  ) as { text: string };
  expect(text).toMatch(/^Sandbox output/);
  expect(text).toContain('Say that it arrives on Monday.');
  expect(text).toContain('When will my spare part be here?');
  expect(text).toContain('friendly');
});

test('generated HTML holds no markup of the input', () => {
  const { text } = outputOf('generation', '<script>x</script>', { format: 'html' }) as { text: string };
  expect(text).not.toContain('<script');
});

test('an analysis quotes each passage word for word, gravest first, at most as many as wanted', () => {
  const text = 'The tenant must pay.\nA delay  of one day allows notice. The sky is blue.';
  const findings = (options: object) =>
    (outputOf('analysis', text, options) as { findings: { severity: string; evidence: string | null }[] })
      .findings;
  expect(findings({}).map(({ severity, evidence }) => [severity, evidence])).toEqual([
    ['high', 'A delay  of one day allows notice.'],
    ['low', 'The tenant must pay.'],
  ]);
  expect(findings({ max_findings: 1 })).toHaveLength(1);
  expect(outputOf('analysis', 'The sky is blue.')).toMatchObject({ findings: [] });
});

describe("a task that it doesn't know", () => {
  const work = { options: {}, instructions: '', tone: 'neutral', text: 'Hello?', thorough: false };

  test('gets values that fit its schema', () => {
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 80 },
        kind: { enum: ['b', 'a'] },
        day: { type: 'string', format: 'date' },
        count: { type: 'integer', minimum: 3 },
        items: { type: 'array', minItems: 2, items: { $ref: '#/$defs/item' } },
      },
      $defs: { item: { anyOf: [{ type: 'boolean' }, { type: 'null' }] } },
    };
    expect(JSON.parse(writeReply('poetry', work, schema))).toEqual({
      name: expect.stringMatching(/^.{80}$/),
      kind: 'b',
      day: '2026-01-01',
      count: 3,
      items: [true, true],
    });
  });

  test('gets an end even if its schema has none', () => {
    const schema = {
      $defs: { node: { type: 'array', minItems: 90, items: { $ref: '#/$defs/node' } } },
      $ref: '#/$defs/node',
    };
    expect(writeReply('poetry', work, schema).length).toBeLessThan(1_000_000);
  });

  test('gets prose without a schema', () => {
    expect(writeReply('poetry', work, null)).toContain('Hello?');
  });
});

test.each(['\r', ' ', '\n', '- ', '\u2028', '# a', 'A:  ', 'a  b\n', '- A\n', '---\n\n', 'a: b\n\n'])(
  'fields are found among many %j in linear time',
  async (unit) => {
    await expectLinear(
      32_768,
      (length) => `${unit.repeat(length / unit.length)}\nOrder: 20318`,
      (text) => {
        expect(outputOf('extraction', text, { fields: ['order'] })).toEqual({ order: '20318' });
        outputOf('extraction', text, { fields: ['order', 'email'], many: true });
        outputOf('summarization', text);
      },
    );
  },
);
