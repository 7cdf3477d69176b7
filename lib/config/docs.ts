/** The two documentation trees, by their folder under content/: where each is and what it is called. */
export const docsTrees = {
  docs: {
    title: 'Docs',
    root: '/docs',
    sections: ['Getting Started', 'Workflows', 'Processors', 'Routing & Optimization', 'Integrations'],
    loading: 'Loading documentation...',
    notFound: (path: string) => `Documentation not found for ${path}.`,
  },
  devdocs: {
    title: 'Developer Docs',
    root: '/dashboard/devdocs',
    sections: [
      ...['Getting Started', 'API Reference', 'Workflows', 'Routing', 'Webhooks', 'Usage & Billing'],
      ...['Templates & Tasks', 'Examples', 'Testing & Monitoring', 'Security', 'Changelog', 'Community'],
      ...['Error Codes', 'Developer Overview', 'Processor Engine', 'Plugin System', 'Testing'],
    ],
    loading: 'Loading developer documentation...',
    notFound: (path: string) => `Developer documentation not found for ${path}.`,
  },
} as const;

export type DocsTree = keyof typeof docsTrees;
