import type { Metadata } from 'next';
import { WebhooksScreen } from '@/components/webhooks/admin/webhooks-screen';

export const metadata: Metadata = { title: 'Webhooks' };

/** /dashboard/admin/webhooks: the secret that signs callbacks, where they go, and a way to try them. */
export default function WebhooksPage() {
  return <WebhooksScreen />;
}
