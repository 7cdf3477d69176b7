import type { Metadata } from 'next';
import { LinkScreen } from '@/components/approvals/link-screen';

export const metadata: Metadata = {
  title: 'Approval',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

/** /approvals/{token}: what a signed link asks a person. */
export default async function ApprovalPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <LinkScreen key={token} token={token} />;
}
