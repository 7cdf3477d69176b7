import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/scripts/project.mjs';
import type { Outcome } from '@/testing/run/tally';
import { findingsIn } from './findings';
import { markdownPassages, type Passage, sourcePassages } from './passages';

const folders = ['app', 'commands', 'components', 'content', 'docs', 'graphql', 'lib', 'server'];
const pages = ['CHANGELOG.md', 'README.md', 'SECURITY.md'];

/** Decisions up to this one are a record of their day. */
const lastFreeDecision = 38;

/**
 * Checks how the project writes: its pages, the texts of its screens, and the messages of API and commands.
 * @returns one check per file; the output has one line per finding, `path:line:column message`
 */
export async function checkProse(): Promise<Outcome> {
  const reports = proseFiles().map((file) => report(file, fs.readFileSync(path.join(root, file), 'utf8')));
  const failed = reports.filter(({ length }) => length > 0).length;
  return { passed: reports.length - failed, failed, output: reports.flat().join('\n') };
}

function proseFiles(): string[] {
  const found = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`),
  );
  return [...pages, ...found.filter((file) => /\.(md|mdx|tsx?)$/.test(file) && !isExempt(file))].sort();
}

function isExempt(file: string): boolean {
  const [, decision] = /^docs\/decisions\/(\d+)-/.exec(file) ?? [];
  return Number(decision ?? Infinity) <= lastFreeDecision || /\.test\.tsx?$|\.d\.ts$/.test(file);
}

/** The findings of one file, a line each. A page in preview describes a design, and is edited when it's released. */
export function report(file: string, source: string): string[] {
  if (/^---\n[\s\S]*?\nstatus: preview\n[\s\S]*?---\n/.test(source)) return [];
  const isPage = /\.mdx?$/.test(file);
  const passages: Passage[] = isPage
    ? markdownPassages(source, file.endsWith('.mdx'))
    : sourcePassages(source, file);
  return passages.flatMap(findingsIn).map(({ offset, message }) => {
    const before = source.slice(0, offset).split('\n');
    return `${file}:${before.length}:${(before.at(-1) ?? '').length + 1} ${message}`;
  });
}
