/** Addresses that send the browser to the site's root (docs/product.md, "Addresses"). */
export const rootRedirects = ['/login', '/signup', '/request-demo', '/plans'];

/**
 * The first page of each folder of the documentation that has no page of its own: its address leads there. Written out,
 * because Next's configuration can't read the pages; a test compares it with them.
 */
export const docsFolders: Record<string, string> = {
  '/docs/integrations': 'ai-providers',
  '/docs/processors': 'preprocessors',
  '/docs/routing': 'prompt-intelligence',
  '/docs/workflows': 'execution-modes',
  '/dashboard/devdocs/api': 'overview',
  '/dashboard/devdocs/billing': 'token-costs',
  '/dashboard/devdocs/errors': 'overview',
  '/dashboard/devdocs/examples': 'summarize-documents',
  '/dashboard/devdocs/monitoring': 'sandbox',
  '/dashboard/devdocs/overview': 'architecture',
  '/dashboard/devdocs/routing': 'models-and-strategies',
  '/dashboard/devdocs/security': 'overview',
  '/dashboard/devdocs/templates': 'overview',
  '/dashboard/devdocs/webhooks': 'overview',
  '/dashboard/devdocs/workflows': 'overview',
};
