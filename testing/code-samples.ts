import { visit } from 'unist-util-visit';
import { type Fence, readFence } from '@/lib/content/fence';
import { markdownTree } from '@/lib/content/markdown-tree';

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
