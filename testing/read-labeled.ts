import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Finding,
  type SensitiveType,
  sensitiveTypes,
} from '@/lib/engine/preprocessors/sensitive-data/finding';

/** A text of the labeled set, without its marks. */
export interface LabeledText {
  name: string;
  text: string;
  sensitive: Finding[];
  /** How many parts are marked as look-alikes. */
  lookAlikes: number;
}

const mark = /⟦([a-z]+):([^⟦⟧]*)⟧/g;

/** The texts of a folder, in which `⟦email:…⟧` marks what must be found and `⟦stay:…⟧` what must not. */
export function readLabeled(folder: string): LabeledText[] {
  return readdirSync(folder).map((name) => readMarks(name, readFileSync(path.join(folder, name), 'utf8')));
}

function readMarks(name: string, marked: string): LabeledText {
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

export interface Score {
  precision: number;
  recall: number;
}

/** How well findings agree with labels; a finding is right only if its type and both its ends are. */
export function score(
  texts: readonly LabeledText[],
  find: (text: string) => Finding[],
  types: readonly SensitiveType[] = sensitiveTypes,
): Score & { labels: number; missed: string[]; wrong: string[] } {
  const missed: string[] = [];
  const wrong: string[] = [];
  let labels = 0;
  let right = 0;
  for (const { name, text, sensitive } of texts) {
    const key = ({ type, start, end }: Finding) => `${type} ${start} ${end}`;
    const show = (finding: Finding) => `${name}: ${finding.type} ${text.slice(finding.start, finding.end)}`;
    const expected = sensitive.filter(({ type }) => types.includes(type));
    const found = find(text).filter(({ type }) => types.includes(type));
    const foundKeys = new Set(found.map(key));
    const expectedKeys = new Set(expected.map(key));
    labels += expected.length;
    right += expected.filter((label) => foundKeys.has(key(label))).length;
    missed.push(...expected.filter((label) => !foundKeys.has(key(label))).map(show));
    wrong.push(...found.filter((finding) => !expectedKeys.has(key(finding))).map(show));
  }
  return { precision: right / (right + wrong.length), recall: right / labels, labels, missed, wrong };
}
