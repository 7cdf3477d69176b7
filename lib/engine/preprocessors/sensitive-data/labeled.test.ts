import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLabeled, score } from '@/testing/read-labeled';
import { findSensitive } from './find-sensitive';
import { sensitiveTypes } from './finding';

const texts = readLabeled(path.join(import.meta.dirname, 'labeled'));
const LEAST_OVERALL = 0.97;
const LEAST_PER_TYPE = 0.95;

test('the set is large enough to measure with', () => {
  expect(score(texts, findSensitive).labels).toBeGreaterThanOrEqual(400);
  expect(texts.reduce((sum, { lookAlikes }) => sum + lookAlikes, 0)).toBeGreaterThanOrEqual(400);
  for (const type of sensitiveTypes)
    expect(score(texts, findSensitive, [type]).labels).toBeGreaterThanOrEqual(60);
});

describe('finds what is labeled, and little else', () => {
  test.each([['everything', sensitiveTypes, LEAST_OVERALL] as const])('%s', (_, types, least) => {
    expectScore(types, least);
  });
  test.each(sensitiveTypes)('%s', (type) => expectScore([type], LEAST_PER_TYPE));
});

test.each(texts)('no character of a label stays visible in $name', ({ text, sensitive }) => {
  const hidden = new Set(
    findSensitive(text).flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)),
  );
  const visible = sensitive.filter(({ start, end }) =>
    Array.from({ length: end - start }, (_, i) => start + i).some((place) => !hidden.has(place)),
  );
  expect(visible.map(({ start, end }) => text.slice(start, end))).toEqual([]);
});

function expectScore(types: typeof sensitiveTypes | [(typeof sensitiveTypes)[number]], least: number): void {
  const { precision, recall, missed, wrong } = score(texts, findSensitive, types);
  const told = `precision ${precision}, recall ${recall}\nmissed:\n${missed.join('\n')}\nwrong:\n${wrong.join('\n')}`;
  expect(Math.min(precision, recall), told).toBeGreaterThanOrEqual(least);
}
