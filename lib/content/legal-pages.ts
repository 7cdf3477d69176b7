import { legalFrontMatter, readContent } from './content-files';

export interface LegalPage {
  title: string;
  description: string;
  /** `YYYY-MM-DD`. */
  updated: string;
  /** MDX, without its front matter. */
  source: string;
}

/** @throws Error if content/legal has no such page */
export function findLegalPage(name: 'terms' | 'privacy'): LegalPage {
  const page = readContent('legal', legalFrontMatter).find(({ slug }) => slug === name);
  if (!page) throw new Error(`content/legal/${name}.mdx is missing.`);
  return { ...page.frontMatter, source: page.source };
}
