import { brand } from '@/lib/config/brand';
import { docsSections } from '@/lib/config/docs-sections';
import { listDocsPages } from './docs-pages';
import { pageMarkdown } from './page-markdown';

/**
 * The public documentation's index for language models (llmstxt.org): each page's Markdown twin with a sentence.
 * @param origin of the site, without a slash behind
 */
export function llmsIndex(origin: string): string {
  const pages = listDocsPages('docs');
  const listOf = (section?: string) =>
    pages
      .filter((page) => page.section === section)
      .map(({ title, href, description }) => `- [${title}](${origin}${href}.md): ${description}`)
      .join('\n');
  const sections = docsSections.docs.map((section) => `## ${section}\n\n${listOf(section)}`);
  return `${[`# ${brand.name}`, `> ${brand.description}`, listOf(), ...sections].join('\n\n')}\n`;
}

/** Every public documentation page in reading order, as one Markdown text. */
export function llmsFullText(): string {
  return listDocsPages('docs').map(pageMarkdown).join('\n\n---\n\n');
}
