import { LegalScreen } from '@/components/site/legal/legal-screen';
import { pageMetadata } from '@/lib/config/page-metadata';
import { findLegalPage } from '@/lib/content/legal-pages';

const page = findLegalPage('privacy');

export const metadata = pageMetadata({ title: page.title, description: page.description });

export default function PrivacyPage() {
  return <LegalScreen page={page} />;
}
