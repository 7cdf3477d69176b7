import { docsTrees } from './docs';

/** The text shown while a content page loads (docs/product.md, "States of a screen"), by its address. */
export function loadingText(href: string): string {
  const tree = Object.values(docsTrees).find(({ root }) => href === root || href.startsWith(`${root}/`));
  if (tree) return tree.loading;
  return href.startsWith('/blog/') ? 'Loading blog post...' : 'Loading...';
}
