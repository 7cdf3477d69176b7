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
