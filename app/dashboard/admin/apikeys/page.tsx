import type { Metadata } from 'next';
import { ApiKeysScreen } from '@/components/admin/api-keys/api-keys-screen';

export const metadata: Metadata = { title: 'API Keys' };

/** /dashboard/admin/apikeys: every key of the account. */
export default function ApiKeysPage() {
  return <ApiKeysScreen />;
}
