import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { GraphqlProvider } from '@/components/auth/console-session';

export const metadata: Metadata = { robots: { index: false, follow: false } };

/** Everything under /dashboard: for no search engine, and with the API's client of the session on show. */
export default function DashboardLayout({ children }: { children: ReactNode }) {
  return <GraphqlProvider>{children}</GraphqlProvider>;
}
