import { OrganizationJsonLd } from '@/components/site/json-ld';
import { LandingScreen } from '@/components/site/landing/landing-screen';
import { brand } from '@/lib/config/brand';
import { pageMetadata } from '@/lib/config/page-metadata';

export const metadata = pageMetadata({
  title: `${brand.name}: ${brand.tagline}`,
  description: brand.description,
  isWholeTitle: true,
});

export default function LandingPage() {
  return (
    <>
      <OrganizationJsonLd />
      <LandingScreen />
    </>
  );
}
