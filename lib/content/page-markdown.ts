import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { defaultOrigin } from '@/lib/config/default-origin';
import type { DocsPage } from './docs-pages';
import { plainTree } from './plain-tree';
import { addCurl } from './request-tabs';

const writer = unified().use(remarkGfm).use(remarkStringify, { bullet: '-', fences: true, rule: '-' });

/**
 * A page as plain Markdown: components become what they mean, a preview says that it is one, and samples with the
 * default address say so (on the site they name the site's own).
 */
export function pageMarkdown({ title, description, preview, source }: DocsPage): string {
  const notices = [
    ...(preview ? ["Preview: this page describes what is designed and doesn't run yet."] : []),
    ...(source.includes(defaultOrigin)
      ? [`Samples name the default address, ${defaultOrigin}. If your server has another, use that.`]
      : []),
  ].map((notice) => `\n> ${notice}\n`);
  return `# ${title}\n\n${description}\n${notices.join('')}\n${writer.stringify(addCurl(plainTree(source)))}`;
}
