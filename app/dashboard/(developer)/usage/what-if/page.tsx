import type { Metadata } from 'next';
import { MyWhatIfScreen } from '@/components/usage/what-if-screen';

export const metadata: Metadata = { title: 'What-If Bill' };

/** /dashboard/usage/what-if: what one's own model calls would have cost on another model. */
export default function WhatIfPage() {
  return <MyWhatIfScreen />;
}
