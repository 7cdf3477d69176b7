import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/scripts/project.mjs';
import type { Outcome } from '@/testing/run/tally';
import { checkedFolders } from './checked-folders';
import { commentPassages } from './comment-passages';
import { findingsIn } from './findings';
import { markdownPassages, type Passage, sourcePassages } from './passages';

const folders = ['app', 'commands', 'components', 'content', 'docs', 'graphql', 'lib', 'server'];
/** Folders whose programs are for developers of the project: only their comments and titles of tests are checked. */
const developersFolders = /^(bench|e2e|prisma|scripts|testing)\//;
const pages = ['CHANGELOG.md', 'README.md', 'SECURITY.md'];

/** Decisions up to this one are a record of their day. */
const lastFreeDecision = 38;

/**
 * Checks how the project writes: its pages, the texts of its screens, and the messages of API and commands. In
 * `checkedFolders` also the comments, and the titles of tests.
 * @returns one check per file; the output has one line per finding, `path:line:column message`
 */
export async function checkProse(): Promise<Outcome> {
  const reports = proseFiles().map((file) => report(file, fs.readFileSync(path.join(root, file), 'utf8')));
  const failed = reports.filter(({ length }) => length > 0).length;
  return { passed: reports.length - failed, failed, output: reports.flat().join('\n') };
}

function proseFiles(): string[] {
  const texts = folders
    .flatMap(filesIn)
    .filter((file) => /\.(md|mdx|tsx?)$/.test(file) && (!isExempt(file) || hasCheckedComments(file)));
  return [
    ...new Set([...pages, ...texts, ...checkedFolders.flatMap(filesIn).filter(hasCheckedComments)]),
  ].sort();
}

const filesIn = (folder: string): string[] =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`);

function isExempt(file: string): boolean {
  const [, decision] = /^docs\/decisions\/(\d+)-/.exec(file) ?? [];
  const isOld = Number(decision ?? Infinity) <= lastFreeDecision;
  return isOld || /\.test\.tsx?$|\.d\.ts$/.test(file) || developersFolders.test(file);
}

/** Every TypeScript file of the project's folders. */
export const typescriptFiles = (): string[] =>
  fs
    .readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\.|^(data|node_modules|generated)$/.test(entry.name))
    .flatMap(({ name }) => filesIn(name))
    .filter((file) => /\.tsx?$/.test(file));

const hasCheckedComments = (file: string) =>
  /(?<!\.d)\.(tsx?|mjs)$/.test(file) && !file.includes('/generated/') && isIn(checkedFolders, file);

const isIn = (folders: readonly string[], file: string) =>
  folders.some((folder) => file.startsWith(`${folder}/`));

/** The findings of one file, a line each. A page in preview describes a design, and is edited when it's released. */
export function report(file: string, source: string): string[] {
  if (/^---\n[\s\S]*?\nstatus: preview\n[\s\S]*?---\n/.test(source)) return [];
  return [...textsOf(file, source), ...(hasCheckedComments(file) ? commentPassages(source, file) : [])]
    .flatMap(findingsIn)
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, message }) => {
      const before = source.slice(0, offset).split('\n');
      return `${file}:${before.length}:${(before.at(-1) ?? '').length + 1} ${message}`;
    });
}

function textsOf(file: string, source: string): Passage[] {
  if (/\.mdx?$/.test(file)) return markdownPassages(source, file.endsWith('.mdx'));
  return isExempt(file) ? [] : sourcePassages(source, file);
}
