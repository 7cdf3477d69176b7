import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findSensitive } from './find-sensitive';
import { type Finding, type SensitiveType, sensitiveTypes } from './finding';

const LEAST = 0.97;

/** The texts of `labeled/`, in which `⟦email:…⟧` marks text to find and `⟦stay:…⟧` text to leave. */
const folder = new URL('./labeled/', import.meta.url);
const mark = /⟦([a-z]+):([^⟦⟧]*)⟧/g;
const texts = readdirSync(folder).map((name) => readMarks(name, readFileSync(new URL(name, folder), 'utf8')));

/** A text without its marks, what they say is sensitive, and how many of them are look-alikes. */
function readMarks(name: string, marked: string) {
  const sensitive: Finding[] = [];
  let lookAlikes = 0;
  let text = '';
  let from = 0;
  for (const { index, 0: whole, 1: label, 2: value = '' } of marked.matchAll(mark)) {
    text += marked.slice(from, index);
    const type = sensitiveTypes.find((known) => known === label);
    if (type) sensitive.push({ type, start: text.length, end: text.length + value.length });
    else if (label === 'stay') lookAlikes += 1;
    else throw new Error(`${name}: unknown label ${label}`);
    text += value;
    from = index + whole.length;
  }
  return { name, text: text + marked.slice(from), sensitive, lookAlikes };
}

/** How well findings agree with labels; a finding is right only if its type and both its ends are. */
function score(types: readonly SensitiveType[], among = texts) {
  const key = ({ type, start, end }: Finding) => `${type} ${start} ${end}`;
  const lists = among.map(({ name, text, sensitive }) => {
    const ofTypes = (findings: Finding[]) =>
      findings.filter(({ type }) => types.some((known) => known === type));
    const [expected, found] = [ofTypes(sensitive), ofTypes(findSensitive(text))];
    const without = (all: Finding[], others: Finding[]) =>
      all
        .filter((finding) => !others.some((other) => key(other) === key(finding)))
        .map(({ type, start, end }) => `${name}: ${type} ${text.slice(start, end)}`);
    return { labels: expected.length, missed: without(expected, found), wrong: without(found, expected) };
  });
  const labels = lists.reduce((sum, list) => sum + list.labels, 0);
  const missed = lists.flatMap((list) => list.missed);
  const wrong = lists.flatMap((list) => list.wrong);
  const right = labels - missed.length;
  return { labels, missed, wrong, precision: right / (right + wrong.length), recall: right / labels };
}

test('the set is large enough to measure with', () => {
  expect(score(sensitiveTypes).labels).toBeGreaterThanOrEqual(400);
  expect(texts.reduce((sum, { lookAlikes }) => sum + lookAlikes, 0)).toBeGreaterThanOrEqual(400);
  for (const type of sensitiveTypes) expect(score([type]).labels).toBeGreaterThanOrEqual(50);
});

describe('finds what is labeled, and little else', () => {
  test('everything', () => expectScore(sensitiveTypes, texts));
  test.each(sensitiveTypes)('%s', (type) => expectScore([type], texts));
  test('tokens in the texts that no rule was made on', () =>
    expectScore(
      ['token'],
      texts.filter(({ name }) => name.startsWith('held-out')),
    ));
});

function expectScore(types: readonly SensitiveType[], among: typeof texts): void {
  const { precision, recall, missed, wrong } = score(types, among);
  const told = `precision ${precision}, recall ${recall}\nmissed:\n${missed.join('\n')}\nwrong:\n${wrong.join('\n')}`;
  expect(Math.min(precision, recall), told).toBeGreaterThanOrEqual(LEAST);
}

/** Passwords that no rule can distinguish from a label or a placeholder: words with spaces, and `changeit99`. */
const known = new Set(['open sesame 9', 'changeit99']);

test.each(texts)('no character of a label stays visible in $name', ({ text, sensitive }) => {
  const places = ({ start, end }: Finding) => Array.from({ length: end - start }, (_, i) => start + i);
  const hidden = new Set(findSensitive(text).flatMap(places));
  const visible = sensitive
    .filter((label) => places(label).some((place) => !hidden.has(place)))
    .map(({ start, end }) => text.slice(start, end));
  expect(visible.filter((value) => !known.has(value))).toEqual([]);
});
