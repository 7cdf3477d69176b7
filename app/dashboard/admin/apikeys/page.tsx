import type { Metadata } from 'next';
import { ApiKeysScreen } from '@/components/api-keys/admin/api-keys-screen';

export const metadata: Metadata = { title: 'API Keys' };

/** /dashboard/admin/apikeys: every key of the account. */
export default function ApiKeysPage() {
  return <ApiKeysScreen />;
}
