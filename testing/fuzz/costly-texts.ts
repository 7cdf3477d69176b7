import fc from 'fast-check';

// Templates, conditions, patterns, schemas and texts from a grammar for high cost. It has nesting, repetition, ranges
// that take long to fold, filters that multiply, and long literals.

/** How often a part is repeated: mostly a few times, sometimes as often as limits allow, or once more. */
export const counts = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 2, arbitrary: fc.constantFrom(10, 30, 50) },
  { weight: 1, arbitrary: fc.constantFrom(200, 999, 1_000, 1_001) },
);

/** Characters of a text that is repeated: nested repetitions would fill the memory. */
const LONGEST_REPEATED = 250_000;

const times = (text: string, count: number): string[] =>
  Array.from({ length: Math.min(count, Math.ceil(LONGEST_REPEATED / (text.length + 1))) }, () => text);

const repeated = (part: fc.Arbitrary<string>, join = '') =>
  fc.tuple(part, counts).map(([text, count]) => times(text, count).join(join));

const units = fc.constantFrom(
  'The gripper of arm 7 stops after two minutes, and the app shows E-41. ',
  'x',
  ' ',
  '\n',
  'a@b.example, +44 20 7946 0958, 4111 1111 1111 1111\n',
  '漢字',
  'e\u0301',
  '😀',
  '((((',
  '[[{"a":',
  '{"a":[1,2,{"b":null}]},',
  'a,b;"c"\n',
  '<b a="1">&amp;',
  'function f(a) { console.log(a); }\n',
  '# Title\n\n- item\n',
  '{{ variables.text }}',
);

/**
 * Texts of one unit, repeated.
 * @param longest in characters
 */
export const texts = (longest: number): fc.Arbitrary<string> =>
  fc
    .tuple(units, fc.constantFrom(1, 100, 2_000, 20_000, 300_000, 1_040_000, 10_000_000))
    .map(([unit, length]) =>
      unit.repeat(Math.ceil(Math.min(length, longest) / unit.length)).slice(0, longest),
    );

const anyPattern = fc
  .tuple(
    fc.constantFrom('', '(?i)', '(?s)', '^'),
    fc.letrec<{ part: string }>((tie) => ({
      part: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(
          'a',
          '.',
          '\\w+',
          '\\pL',
          '\\p{Greek}',
          '[^a]',
          '[a-\u{10ffff}]',
          '[\\x{100}-\\x{10ffff}]',
        ),
        fc
          .tuple(tie('part'), fc.constantFrom('*', '+', '?', '{2,9}', '{900}', '{1,1000}'))
          .map(([part, times]) => `(${part})${times}`),
        fc.tuple(tie('part'), tie('part')).map(([one, other]) => `(?:${one}|${other})`),
        repeated(tie('part')),
      ),
    })).part,
    fc.constantFrom('', '$'),
  )
  .map((parts) => parts.join('').slice(0, 4_000));

/** Classes of characters, each of which takes long to fold. */
const foldedRanges = fc
  .tuple(
    fc.constantFrom('[a-\u{10ffff}]', '[^a]', '\\pL', '\\PN'),
    fc.constantFrom(10, 160, 650),
    fc.nat(9_999),
  )
  .map(([range, count, number]) => `(?i)${number}${range.repeat(count)}`);

/** Regular expressions for RE2. */
export const patterns: fc.Arbitrary<string> = fc.oneof(anyPattern, foldedRanges);

const values = (ids: readonly string[]) =>
  fc.constantFrom(
    'input',
    'file',
    'variables',
    'variables.text',
    'variables.list',
    'variables.deep',
    ...ids.flatMap((id) => [`steps.${id}.output`, `steps.${id}.output.text`, `steps.${id}.status`]),
  );

const filters = fc.constantFrom(
  'append: input',
  'prepend: variables.text',
  'replace: "a", input',
  'split: ""',
  'split: "" | join: ", "',
  'split: " " | sort | uniq | join',
  'reverse',
  'json',
  'escape',
  'url_encode',
  'strip_html',
  'newline_to_br',
  'upcase',
  'times: 1000000',
  'date: "%1000000d"',
  'truncate: 1000000000',
  'slice: 0, 1000000000',
  'default: input',
  'concat: variables.list | concat: variables.list',
  'map: "a"',
  'where: "a", 1',
  'group_by: "a"',
  'size',
);

/**
 * Liquid.
 * @param ids of the steps that may be read
 */
export function templates(ids: readonly string[]): fc.Arbitrary<string> {
  const value = values(ids);
  const output = fc
    .tuple(value, fc.array(filters, { maxLength: 4 }))
    .map(([name, chain]) => `{{ ${[name, ...chain].join(' | ')} }}`);
  const { template } = fc.letrec<{ template: string }>((tie) => ({
    template: fc.oneof(
      { maxDepth: 4 },
      value.map((name) => `{{ ${name} }}`),
      output,
      repeated(tie('template')),
      fc.tuple(tie('template'), tie('template')).map((parts) => parts.join(' ')),
      fc
        .tuple(
          fc.constantFrom('(1..9)', '(1..10000)', '(1..1000000000)', 'variables.list', 'input'),
          tie('template'),
        )
        .map(([over, body]) => `{% for i in ${over} %}${body}{% endfor %}`),
      tie('template').map((body) => `{% capture s %}${body}{{ s }}{% endcapture %}{{ s }}`),
      tie('template').map(
        (body) => `{% for i in (1..60) %}{% assign s = s | append: s %}${body}{% endfor %}`,
      ),
      fc
        .tuple(value, tie('template'))
        .map(
          ([name, body]) => `{% if ${name} contains "a" or ${name} == variables.text %}${body}{% endif %}`,
        ),
      texts(20_000),
    ),
  }));
  return template.map((source) => source.slice(0, 200_000));
}

/** CEL. @param ids of the steps that may be read */
export function conditions(ids: readonly string[]): fc.Arbitrary<string> {
  const text = fc.constantFrom('input', 'variables.text', ...ids.map((id) => `steps.${id}.status`));
  const { condition } = fc.letrec<{ condition: string }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 4 },
      fc.tuple(text, patterns).map(([name, pattern]) => `${name}.matches(${JSON.stringify(pattern)})`),
      fc.tuple(text, repeated(text, ' + ')).map(([name, sum]) => `${name} in [${sum}]`),
      repeated(tie('condition'), ' && '),
      fc
        .tuple(fc.constantFrom('filter', 'map'), tie('condition'))
        .map(([macro, inner]) => `size(variables.list.${macro}(x, ${inner})) > 3`),
      fc
        .tuple(fc.constantFrom('all', 'exists', 'exists_one'), tie('condition'))
        .map(([macro, inner]) => `variables.list.${macro}(x, ${inner})`),
      fc.tuple(tie('condition'), tie('condition')).map(([one, other]) => `(${one} ? ${other} : !(${one}))`),
      fc.constantFrom('true', 'size(input) > 3', 'variables.deep == variables.deep'),
    ),
  }));
  return condition.map((source) => source.slice(0, 4_100));
}

/** JSON Schemas of objects. Their parts are texts until the end, so that repeated ones are bounded. */
export const schemas: fc.Arbitrary<Record<string, unknown>> = fc
  .letrec<{ schema: string }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      patterns.map((pattern) => JSON.stringify({ type: 'string', pattern: pattern.slice(0, 1_000) })),
      fc.constantFrom('{"$ref":"#"}', '{"uniqueItems":true}', '{"type":"number","multipleOf":1e-9}', '{}'),
      fc
        .tuple(tie('schema'), counts)
        .map(
          ([part, count]) =>
            `{"properties":{${times(part, count).map((each, index) => `"p${index}":${each}`)}}}`,
        ),
      fc
        .tuple(fc.constantFrom('allOf', 'anyOf', 'oneOf'), repeated(tie('schema'), ','))
        .map(([keyword, parts]) => `{"${keyword}":[${parts}]}`),
      fc
        .tuple(
          fc.constantFrom('items', 'not', 'contains', 'additionalProperties', 'propertyNames'),
          tie('schema'),
        )
        .map(([keyword, part]) => `{"${keyword}":${part}}`),
      repeated(fc.constant('{"a":[1,null]}'), ',').map((parts) => `{"enum":[${parts}]}`),
    ),
  }))
  .schema.map((schema) => ({ ...JSON.parse(schema), type: 'object' }));
