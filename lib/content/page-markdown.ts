import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { brand, defaultOrigin } from '@/lib/config/brand';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { docsSections } from '@/lib/config/docs-sections';
import { type DocsPage, listDocsPages } from './docs-pages';
import { plainTree } from './plain-tree';
import { addCurl } from './request-tabs';

const writer = unified().use(remarkGfm).use(remarkStringify, { bullet: '-', fences: true, rule: '-' });

/**
 * A page as plain Markdown. Components become plain text, and a preview says that it is one. Samples with the default
 * address say so (on the site they name the site's own).
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

/**
 * The documentation's index for language models (llmstxt.org): each page's Markdown twin with a sentence, the developer
 * docs in a section each under their title. A preview is marked in the navigation's word.
 * @param origin of the site, without a slash behind
 */
export function llmsIndex(origin: string): string {
  const parts = (Object.keys(docsTrees) as DocsTree[]).map((tree) => sectionsOf(origin, tree));
  return `${[`# ${brand.name}`, `> ${brand.description}`, ...parts.flat()].join('\n\n')}\n`;
}

/** The sections of a tree: its root page under its title, then its own. The convention has lists in sections only. */
function sectionsOf(origin: string, tree: DocsTree): string[] {
  const pages = listDocsPages(tree);
  const { title: treeTitle } = docsTrees[tree];
  const before = tree === 'docs' ? '' : `${treeTitle}: `;
  const listOf = (section?: string) =>
    pages
      .filter((page) => page.section === section)
      .map(
        ({ title, href, description, preview }) =>
          `- [${title}](${origin}${href}.md): ${preview ? 'Preview. ' : ''}${description}`,
      )
      .join('\n');
  const sections = docsSections[tree].map((section) => `## ${before}${section}\n\n${listOf(section)}`);
  return [`## ${treeTitle}\n\n${listOf()}`, ...sections];
}

/** Every public documentation page in reading order, as one Markdown text. */
export function llmsFullText(): string {
  return listDocsPages('docs').map(pageMarkdown).join('\n\n---\n\n');
}
