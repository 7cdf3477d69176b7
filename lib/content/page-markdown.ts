import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import type { DocsPage } from './docs-pages';
import { plainTree } from './plain-tree';

const writer = unified().use(remarkGfm).use(remarkStringify, { bullet: '-', fences: true, rule: '-' });

/** A page as plain Markdown: components become what they mean, and a preview says that it is one. */
export function pageMarkdown({ title, description, preview, source }: DocsPage): string {
  const notice = preview ? "\n> Preview: this page describes what is designed and doesn't run yet.\n" : '';
  return `# ${title}\n\n${description}\n${notice}\n${writer.stringify(plainTree(source))}`;
}
