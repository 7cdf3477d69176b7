/** The two documentation trees, by their folder under content/: where each is and what it is called. */
export const docsTrees = {
  docs: {
    title: 'Docs',
    root: '/docs',
    loading: 'Loading documentation...',
    notFound: (path: string) => `Documentation not found for ${path}.`,
  },
  devdocs: {
    title: 'Developer Docs',
    root: '/dashboard/devdocs',
    loading: 'Loading developer documentation...',
    notFound: (path: string) => `Developer documentation not found for ${path}.`,
  },
} as const;

export type DocsTree = keyof typeof docsTrees;

/** The text shown while a content page loads (docs/product.md, "States of a screen"), by its address. */
export function loadingText(href: string): string {
  const tree = Object.values(docsTrees).find(({ root }) => href === root || href.startsWith(`${root}/`));
  if (tree) return tree.loading;
  return href.startsWith('/blog/') ? 'Loading blog post...' : 'Loading...';
}
