import type { Metadata } from 'next';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { pageMetadata } from '@/lib/config/page-metadata';
import { findDocsPage } from '@/lib/content/docs-navigation';

/** Title and description of a page of a tree, and for a public one the data of previews; empty if there's no such page. */
export function docsMetadata(tree: DocsTree, path: string): Metadata {
  const found = findDocsPage(tree, path);
  if (!found) return {};
  const { description } = found.page;
  const tab = docsTrees[tree].title;
  const title = path ? `${found.page.title} - ${tab}` : tab;
  return tree === 'docs' ? pageMetadata({ title, description }) : { title, description };
}
