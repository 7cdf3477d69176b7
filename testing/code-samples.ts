import { visit } from 'unist-util-visit';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { listDocsPages } from '@/lib/content/docs-pages';
import { type Fence, readFence } from '@/lib/content/fence';
import { markdownTree } from '@/lib/content/plain-tree';

/** A fenced block of a page. */
export interface CodeSample extends Fence {
  language: string;
  code: string;
}

/** The fenced blocks of a page in reading order. */
export function codeSamples(source: string): CodeSample[] {
  const samples: CodeSample[] = [];
  visit(markdownTree(source), 'code', ({ lang, meta, value }) => {
    samples.push({ language: lang ?? 'text', code: value, ...readFence(meta) });
  });
  return samples;
}

/**
 * A program as a reader saves it: its own file and its imports, by name.
 *
 * @param page the samples of the program's page, in which imports are looked for first
 * @throws Error for an import that no page has
 */
export function programFiles(program: CodeSample, page: CodeSample[]): Map<string, string> {
  const files = new Map<string, string>();
  const add = (name: string, code: string) => {
    files.set(name, code);
    for (const [, imported = ''] of code.matchAll(/ from '\.\/([^']+)'/g)) {
      if (files.has(imported)) continue;
      const found = [...page, ...allSamples()].find(({ title }) => title === imported);
      if (!found) throw new Error(`${name} imports ./${imported}, which no page has.`);
      add(imported, found.code);
    }
  };
  add(program.title ?? 'sample.mjs', program.code);
  return files;
}

let samples: CodeSample[] | undefined;

/** Those of all pages, which are read once. */
function allSamples(): CodeSample[] {
  samples ??= (Object.keys(docsTrees) as DocsTree[])
    .flatMap((tree) => listDocsPages(tree))
    .flatMap(({ source }) => codeSamples(source));
  return samples;
}
