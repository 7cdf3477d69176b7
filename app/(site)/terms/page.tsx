import { LegalScreen } from '@/components/site/legal/legal-screen';
import { pageMetadata } from '@/lib/config/page-metadata';
import { findLegalPage } from '@/lib/content/legal-pages';

const page = findLegalPage('terms');

export const metadata = pageMetadata({ title: page.title, description: page.description });

export default function TermsPage() {
  return <LegalScreen page={page} />;
}
