import type { Metadata } from 'next';
import { WhatIfScreen } from '@/components/usage/admin/what-if-screen';

export const metadata: Metadata = { title: 'What-If Bill' };

/** /dashboard/admin/usage/what-if: what the account's model calls would have cost on another model. */
export default function WhatIfPage() {
  return <WhatIfScreen />;
}
