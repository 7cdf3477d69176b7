import { DocsPageScreen, docsMetadata } from '@/components/content/docs/docs-page-screen';

export const metadata = docsMetadata('docs', '');

export default function DocsIndexPage() {
  return <DocsPageScreen tree="docs" path="" />;
}
