/** A link of the site's own navigation; `section` links are current on every page below them too. */
export interface NavigationLink {
  readonly label: string;
  readonly href: string;
  readonly section?: boolean;
}

/** Whether a page belongs to a link, and to none among the others whose address is more precise. */
export function isCurrentLink(
  pathname: string,
  link: NavigationLink,
  among: readonly NavigationLink[],
): boolean {
  const matches = ({ href, section = false }: NavigationLink) =>
    pathname === href || (section && pathname.startsWith(`${href}/`));
  return matches(link) && !among.some((other) => other.href.startsWith(`${link.href}/`) && matches(other));
}

/** The header's links, in reading order. */
export const siteNavigation: readonly NavigationLink[] = [
  { label: 'Docs', href: '/docs', section: true },
  { label: 'Contact', href: '/contact' },
];

/** The header's links for a signed-in person, next to Sign out. */
export const accountNavigation: readonly (NavigationLink & { readonly adminOnly?: boolean })[] = [
  { label: 'Dashboard', href: '/dashboard' },
  { label: 'Admin', href: '/dashboard/admin', section: true, adminOnly: true },
];

/** The pages of the signed-in area, in reading order. */
export const dashboardNavigation: readonly NavigationLink[] = [
  { label: 'Overview', href: '/dashboard' },
  { label: 'Workflows', href: '/dashboard/workflows', section: true },
  { label: 'Bulk Runs', href: '/dashboard/workflows/bulk', section: true },
  { label: 'Settings', href: '/dashboard/account' },
  { label: 'Developer Docs', href: '/dashboard/devdocs', section: true },
];

/** A titled group of links. */
export interface NavigationGroup {
  readonly title: string;
  readonly links: readonly NavigationLink[];
}

/**
 * The console's pages in their groups, in reading order (docs/product.md, "Navigation"; Workflows, Bulk Runs, and Webhooks
 * came with the engine).
 */
export const adminNavigation: readonly NavigationGroup[] = [
  {
    title: 'Overview',
    links: [
      { label: 'Dashboard Overview', href: '/dashboard/admin' },
      { label: 'Workflows', href: '/dashboard/admin/workflows', section: true },
      { label: 'Bulk Runs', href: '/dashboard/admin/workflows/bulk', section: true },
      { label: 'Reliability', href: '/dashboard/admin/reliability' },
    ],
  },
  { title: 'Orchestration', links: [{ label: 'Webhooks', href: '/dashboard/admin/webhooks' }] },
  {
    title: 'Account',
    links: [
      { label: 'Account Details', href: '/dashboard/admin/account', section: true },
      { label: 'Manage Users', href: '/dashboard/admin/users' },
      { label: 'API Keys', href: '/dashboard/admin/apikeys' },
      { label: 'Usage Reports', href: '/dashboard/admin/usage', section: true },
      { label: 'Audit Logs', href: '/dashboard/admin/audit-logs' },
    ],
  },
];

/** The footer's columns, in reading order. */
export const footerNavigation: readonly NavigationGroup[] = [
  {
    title: 'Product',
    links: [
      { label: 'Documentation', href: '/docs' },
      { label: 'Contact Us', href: '/contact' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Terms of Use', href: '/terms' },
      { label: 'Privacy Policy', href: '/privacy' },
    ],
  },
];

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
