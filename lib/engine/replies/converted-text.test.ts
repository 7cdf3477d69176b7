import { expect, test } from 'vitest';
import { convertedText, parsePlainYaml } from './converted-text';

test('plain YAML is read', () => {
  const yaml = 'order: 20318\nparts:\n  - name: Gripper S\n    kg: 2\n  - {name: Arm, kg: 9}\n';
  const parts = [
    { name: 'Gripper S', kg: 2 },
    { name: 'Arm', kg: 9 },
  ];
  expect(parsePlainYaml(yaml)).toEqual({ order: 20318, parts });
});

test.each([
  ['explicit keys, which end the process', '? '.repeat(2_000)],
  ['open brackets', '{'.repeat(32_000)],
  ['aliases', '*a **b '.repeat(10_000)],
  ['lists in lists', '- '.repeat(5_000)],
  ['more than it reads', 'a: 1\n'.repeat(100_000)],
])('%s are refused before the parser sees them', (_name, text) => {
  expect(() => convertedText(text, 'yaml')).toThrow(/can't be read/);
});
