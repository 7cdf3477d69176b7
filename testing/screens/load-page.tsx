import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import DeveloperLayout from '@/app/dashboard/(developer)/layout';
import AdminLayout from '@/app/dashboard/admin/layout';
import DashboardLayout from '@/app/dashboard/layout';
import { SearchButton } from '@/components/content/docs/docs-nav';
import { SiteShell } from '@/components/layout/site-shell';
import { ContactScreen } from '@/components/site/contact/contact-screen';
import { JoinWaitlistButton } from '@/components/site/waitlist/join-waitlist-button';

type Parameters = Record<string, string>;

interface PageModule {
  metadata: Metadata;
  default: (props: { params: Promise<never> }) => ReactNode | Promise<ReactNode>;
}

/** A page as it is shown. */
export interface ShownPage {
  title: string;
  parameters: Parameters;
  content: ReactNode;
}

const developer = (content: ReactNode) => (
  <DashboardLayout>
    <DeveloperLayout>{content}</DeveloperLayout>
  </DashboardLayout>
);

const admin = (content: ReactNode) => (
  <DashboardLayout>
    <AdminLayout>{content}</AdminLayout>
  </DashboardLayout>
);

const publicPage = (
  <SiteShell>
    <h1>A page of the public site</h1>
  </SiteShell>
);

/** Public pages by their paths; pages whose content comes from the disk have only their controls. */
const publicPages: Record<string, { title: string; content: ReactNode }> = {
  '/': {
    title: '',
    content: (
      <>
        <h1>A page of the public site</h1>
        <JoinWaitlistButton />
        <JoinWaitlistButton />
      </>
    ),
  },
  '/contact': { title: 'Contact Us', content: <ContactScreen /> },
  '/docs': {
    title: 'Docs',
    content: (
      <>
        <h1>Docs</h1>
        <SearchButton tree="docs" shortcut />
      </>
    ),
  },
};

type Frame = (content: ReactNode) => ReactNode;

const unframed: Frame = (content) => content;

/** The pages of the signed-in site and of signed links, with the frame around each. */
const pages: [path: RegExp, load: () => Promise<PageModule>, frame: Frame][] = [
  [/^\/approvals\/(?<token>[^/]+)$/, () => import('@/app/approvals/[token]/page'), unframed],
  [/^\/dashboard$/, () => import('@/app/dashboard/(developer)/page'), developer],
  [
    /^\/dashboard\/usage\/what-if$/,
    () => import('@/app/dashboard/(developer)/usage/what-if/page'),
    developer,
  ],
  [/^\/dashboard\/account$/, () => import('@/app/dashboard/(developer)/account/page'), developer],
  [/^\/dashboard\/admin$/, () => import('@/app/dashboard/admin/page'), admin],
  [/^\/dashboard\/admin\/account$/, () => import('@/app/dashboard/admin/account/page'), admin],
  [/^\/dashboard\/admin\/reliability$/, () => import('@/app/dashboard/admin/reliability/page'), admin],
  [
    /^\/dashboard\/workflows\/templates$/,
    () => import('@/app/dashboard/(developer)/workflows/templates/page'),
    developer,
  ],
  [
    /^\/dashboard\/admin\/workflows\/templates$/,
    () => import('@/app/dashboard/admin/workflows/templates/page'),
    admin,
  ],
  [/^\/dashboard\/workflows$/, () => import('@/app/dashboard/(developer)/workflows/page'), developer],
  [
    /^\/dashboard\/workflows\/new$/,
    () => import('@/app/dashboard/(developer)/workflows/new/page'),
    developer,
  ],
  [/^\/dashboard\/admin\/workflows\/new$/, () => import('@/app/dashboard/admin/workflows/new/page'), admin],
  [
    /^\/dashboard\/workflows\/compare$/,
    () => import('@/app/dashboard/(developer)/workflows/compare/page'),
    developer,
  ],
  [
    /^\/dashboard\/admin\/workflows\/compare$/,
    () => import('@/app/dashboard/admin/workflows/compare/page'),
    admin,
  ],
  [
    /^\/dashboard\/workflows\/bulk$/,
    () => import('@/app/dashboard/(developer)/workflows/bulk/page'),
    developer,
  ],
  [
    /^\/dashboard\/workflows\/bulk\/new$/,
    () => import('@/app/dashboard/(developer)/workflows/bulk/new/page'),
    developer,
  ],
  [
    /^\/dashboard\/workflows\/bulk\/(?<id>[^/]+)$/,
    () => import('@/app/dashboard/(developer)/workflows/bulk/[id]/page'),
    developer,
  ],
  [
    /^\/dashboard\/workflows\/(?<id>[^/]+)$/,
    () => import('@/app/dashboard/(developer)/workflows/[id]/page'),
    developer,
  ],
  [/^\/dashboard\/admin\/workflows$/, () => import('@/app/dashboard/admin/workflows/page'), admin],
  [/^\/dashboard\/admin\/workflows\/bulk$/, () => import('@/app/dashboard/admin/workflows/bulk/page'), admin],
  [
    /^\/dashboard\/admin\/workflows\/bulk\/(?<id>[^/]+)$/,
    () => import('@/app/dashboard/admin/workflows/bulk/[id]/page'),
    admin,
  ],
  [
    /^\/dashboard\/admin\/workflows\/(?<id>[^/]+)$/,
    () => import('@/app/dashboard/admin/workflows/[id]/page'),
    admin,
  ],
  [
    /^\/dashboard\/devdocs\/api-playground$/,
    async () => {
      const { Playground } = await import('@/components/content/playground/playground');
      return { metadata: { title: 'API Playground' }, default: () => <Playground /> };
    },
    developer,
  ],
  [
    /^\/dashboard\/admin\/account\/invoices\/(?<id>[^/]+)$/,
    () => import('@/app/dashboard/admin/account/invoices/[id]/page'),
    admin,
  ],
  [/^\/dashboard\/admin\/users$/, () => import('@/app/dashboard/admin/users/page'), admin],
  [/^\/dashboard\/admin\/apikeys$/, () => import('@/app/dashboard/admin/apikeys/page'), admin],
  [/^\/dashboard\/admin\/usage$/, () => import('@/app/dashboard/admin/usage/page'), admin],
  [/^\/dashboard\/admin\/usage\/what-if$/, () => import('@/app/dashboard/admin/usage/what-if/page'), admin],
  [/^\/dashboard\/admin\/webhooks$/, () => import('@/app/dashboard/admin/webhooks/page'), admin],
  [/^\/dashboard\/admin\/audit-logs$/, () => import('@/app/dashboard/admin/audit-logs/page'), admin],
];

/**
 * Loads the page of a path, in its frame; any other path is a page with only a title, in the frame of the public site.
 */
export async function loadPage(path: string): Promise<ShownPage> {
  for (const [pattern, load, frame] of pages) {
    const match = pattern.exec(path);
    if (!match) continue;
    const parameters = { ...match.groups };
    const { metadata, default: Page } = await load();
    const content = await Page({ params: Promise.resolve(parameters as never) });
    return { title: String(metadata.title), parameters, content: frame(content) };
  }
  const known = publicPages[path];
  if (known) return { title: known.title, parameters: {}, content: <SiteShell>{known.content}</SiteShell> };
  return { title: '', parameters: {}, content: publicPage };
}
