import type { Metadata } from 'next';
import { WhatIfScreen } from '@/components/usage/what-if-screen';

export const metadata: Metadata = { title: 'What-If Bill' };

/** /dashboard/admin/usage/what-if: what the account's model calls would have cost on another model. */
export default function AccountWhatIfPage() {
  const usage = {
    label: 'Usage Reports',
    href: '/dashboard/admin/usage',
    base: '/dashboard/admin/workflows',
  };
  return <WhatIfScreen ownerId={null} usage={usage} />;
}
