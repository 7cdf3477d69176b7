import { describe, expect, test } from 'vitest';
import { preparedBy, problemOf } from '@/testing/engine/prepared-by';
import { injectVariables } from './inject-variables';

const variables = {
  name: 'Ada',
  empty: '',
  nothing: null,
  customer: { name: 'Ada Ito', orders: [{ id: 7 }] },
  count: 3,
  paid: false,
  nested: '{{ name }}',
};
const fill = (text: string, options = {}) => preparedBy(injectVariables, text, options, { variables });

test.each([
  ['{{ name }} {{name}} {{\tname\n}}', 'Ada Ada Ada'],
  ['{{ customer.name }}', 'Ada Ito'],
  ['{{ customer.orders.0.id }}', '7'],
  ['{{ count }} {{ paid }}', '3 false'],
  ['{{ customer.orders }}', '[{"id":7}]'],
  ['[{{ empty }}]', '[]'],
  // Values aren't searched again.
  ['{{ nested }}', '{{ name }}'],
  // Anything else is text.
  [
    '{{ name | upcase }} {{ if name }} {{}} {{ a b }} {{',
    '{{ name | upcase }} {{ if name }} {{}} {{ a b }} {{',
  ],
  ['{{ {{ name }}', '{{ Ada'],
  ['{{{ name }}}', '{Ada}'],
])('%j becomes %j', async (before, after) => {
  expect(await fill(before)).toBe(after);
});

test('values win over variables', async () => {
  expect(await fill('{{ name }} {{ count }}', { values: { name: 'Bo' } })).toBe('Bo 3');
});

test('other marks', async () => {
  expect(await fill('<name> [[name]] {{ name }}', { open: '[[', close: ']]' })).toBe('<name> Ada {{ name }}');
  expect(await fill('%name%', { open: '%', close: '%' })).toBe('Ada');
});

describe('a missing value', () => {
  test.each([
    'none',
    'nothing',
    'customer.none',
    'name.length',
    'customer.orders.length',
    'constructor',
    '__proto__',
  ])('is that of %s', async (name) => {
    expect(await problemOf(injectVariables, `{{ ${name} }}`, {}, { variables })).toEqual({
      code: 'VARIABLE_MISSING',
      message: `${name} has no value.`,
    });
  });

  test('can be left or put as nothing', async () => {
    expect(await fill('[{{ none }}]', { on_missing: 'keep' })).toBe('[{{ none }}]');
    expect(await fill('[{{ none }}]', { on_missing: 'empty' })).toBe('[]');
  });
});

test('a text that grows without end fails', async () => {
  const text = '{{ big }}'.repeat(100_000);
  const values = { big: 'x'.repeat(1_000) };
  expect(await problemOf(injectVariables, text, { values })).toEqual({
    code: 'PROCESSOR_FAILED',
    message: 'the text would have more than 10 MiB.',
  });
});
