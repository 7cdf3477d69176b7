import fc from 'fast-check';

/** Attacks on SQL, HTML, GraphQL, paths and formats, and odd texts. */
const attacks = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\udfff and on',
  '\u202e\u200b\ufeff',
  '\r\nSet-Cookie: a=b',
  '\u001b[31m\u0007\u0008\u007f',
  "' OR '1'='1",
  '\'"; DROP TABLE "User"; --',
  '%_\\%',
  '* OR name:NEAR(a b)',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}#{7*7}<%= 7*7 %>',
  '") { id } } mutation { signOut } #',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  'true',
  'null',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '-271821-04-20',
  '2026-06-15T12:00:00Z',
  'ﷺ'.repeat(100),
  'a\u0300'.repeat(300),
  'İıſK'.repeat(20),
  `${' '.repeat(100_000)}dev@acme.example`,
] as const;

/** Any code points, including lone surrogates and those without a character. */
const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0x10ffff)), { maxLength: 60 })
  .map((points) => String.fromCodePoint(...points));

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...attacks) },
  { weight: 4, arbitrary: anyText },
  { weight: 1, arbitrary: fc.constantFrom(300, 5_000, 100_000).map((length) => 'x'.repeat(length)) },
);

export const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e308, -1e308, 5e-324),
  fc.integer(),
);

const deep = (depth: number, wrap: (inner: unknown) => unknown) => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
};

const deepJson = fc
  .tuple(fc.constantFrom(5, 19, 20, 21, 100, 400), fc.boolean())
  .map(([depth, list]) => deep(depth, (inner) => (list ? [inner] : { a: inner })));

/** Too deep for JSON.stringify: it has a name until the input is sent (`withNesting`). */
const deepestJson = fc
  .tuple(fc.constantFrom(3_000, 30_000), fc.constantFrom('list', 'object'))
  .map(([depth, kind]) => `@nested.${depth}.${kind}@`);

/** Replaces the names of nested JSON by that JSON, if a name is a complete value of a request's body. */
export function withNesting(body: string): string {
  return body.replace(/(?<!\\)"@nested\.(\d+)\.(list|object)@"/g, (_name, depth: string, kind: string) => {
    const [open, close] = kind === 'list' ? ['[', ']'] : ['{"a":', '}'];
    return `${open.repeat(Number(depth))}1${close.repeat(Number(depth))}`;
  });
}

/** Any JSON, including keys that mean something to JavaScript. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}) },
  {
    weight: 2,
    arbitrary: fc.dictionary(fc.oneof(hostileText, fc.constantFrom('toJSON', 'then')), hostileText, {
      maxKeys: 3,
    }),
  },
  { weight: 1, arbitrary: fc.array(hostileNumber, { maxLength: 4 }) },
  { weight: 1, arbitrary: deepJson },
  { weight: 1, arbitrary: deepestJson },
);
