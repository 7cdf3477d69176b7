import type { Metadata } from 'next';
import { SettingsScreen } from '@/components/account/developer/settings-screen';

export const metadata: Metadata = { title: 'Settings' };

/** /dashboard/account: a person's own profile, password, API keys and account. */
export default function SettingsPage() {
  return <SettingsScreen />;
}
