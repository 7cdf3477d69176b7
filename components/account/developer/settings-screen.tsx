'use client';
import { ApiKeysSection } from '@/components/api-keys/developer/api-keys-section';
import { ResetPasswordForm } from '@/components/auth/developer/reset-password-form';
import { SessionsSection } from '@/components/auth/developer/sessions-section';
import { useSession } from '@/components/auth/use-session';
import { TableOfContents } from '@/components/content/table-of-contents';
import { ScrollToHash } from '@/components/ui/scroll-to';
import { ProfileForm } from '@/components/users/developer/profile-form';
import { AccountDetails } from './account-details';
import { SettingsSection } from './settings-section';

const outline = [
  { id: 'profile', heading: 'Profile', depth: 2 },
  { id: 'security', heading: 'Security & Access', depth: 2 },
  { id: 'api-keys', heading: 'API Keys', depth: 2 },
  { id: 'sessions', heading: 'Where you are signed in', depth: 2 },
  { id: 'account', heading: 'Account Details', depth: 2 },
  { id: 'preferences', heading: 'Preferences', depth: 2 },
];

/** The signed-in person's settings (docs/product.md, "Settings"). */
export function SettingsScreen() {
  const { user } = useSession();
  // The guard shows this to signed-in people only.
  if (!user) return null;
  return (
    <>
      <h1 className="mb-8 font-semibold text-[26px] leading-tight tracking-[-0.02em]">Settings</h1>
      <div className="grid min-w-0 items-start gap-x-10 2xl:grid-cols-[minmax(0,1fr)_196px]">
        <div className="2xl:order-last 2xl:h-full">
          <TableOfContents headings={outline} row />
        </div>
        <div className="min-w-0">
          <SettingsSection
            about="Your name and the email address you sign in with."
            id="profile"
            title="Profile"
          >
            <ProfileForm user={user} />
          </SettingsSection>
          <SettingsSection about="The password you sign in with." id="security" title="Security & Access">
            <ResetPasswordForm email={user.email} />
            <p className="mt-6 text-[15px] text-muted">MFA and social login are coming soon.</p>
          </SettingsSection>
          <ApiKeysSection />
          <SessionsSection />
          <AccountDetails accountId={user.account_id} />
          <SettingsSection about="How the dashboard looks and reads." id="preferences" title="Preferences">
            <p className="text-[15px] text-muted">Language and dark mode are coming soon.</p>
          </SettingsSection>
        </div>
      </div>
      <ScrollToHash />
    </>
  );
}
