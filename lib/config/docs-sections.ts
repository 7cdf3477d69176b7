/**
 * The sections of each documentation tree, in order. Apart from `docsTrees`, which every page of the site loads for its
 * loading text.
 */
export const docsSections = {
  docs: ['Getting Started', 'Workflows', 'Processors', 'Routing & Optimization', 'Integrations'],
  devdocs: [
    ...['Getting Started', 'API Reference', 'Workflows', 'Routing', 'Webhooks', 'Usage & Billing'],
    ...['Templates & Tasks', 'Examples', 'Testing & Monitoring', 'Security', 'Changelog', 'Community'],
    ...['Error Codes', 'Developer Overview', 'Processor Engine', 'Plugin System', 'Testing'],
  ],
} as const;
