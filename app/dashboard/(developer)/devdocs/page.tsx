import { DocsPageScreen, docsMetadata } from '@/components/content/docs/docs-page-screen';

export const metadata = docsMetadata('devdocs', '');

export default function DevdocsIndexPage() {
  return <DocsPageScreen tree="devdocs" path="" />;
}
