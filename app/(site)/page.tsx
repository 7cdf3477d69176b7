import { OrganizationJsonLd } from '@/components/site/json-ld';
import { LandingScreen } from '@/components/site/landing/landing-screen';
import { brand } from '@/lib/config/brand';
import { pageMetadata } from '@/lib/config/page-metadata';
import { emailSettings } from '@/lib/server/email/email-settings';
import { environment } from '@/lib/server/runtime/environment';

export const metadata = pageMetadata({
  title: `${brand.name}: ${brand.tagline}`,
  description: brand.description,
  path: '/',
});

export default function LandingPage() {
  return (
    <>
      <OrganizationJsonLd origin={environment.publicUrl} />
      <LandingScreen waitlist={emailSettings('WAITLIST')} />
    </>
  );
}
