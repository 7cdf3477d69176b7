import { DocsPageScreen, docsMetadata } from '@/components/content/docs/docs-page-screen';
import { docsPaths } from '@/lib/content/docs-pages';

interface Props {
  params: Promise<{ path: string[] }>;
}

export const dynamicParams = false;
export const generateStaticParams = () => docsPaths('docs');

export async function generateMetadata({ params }: Props) {
  return docsMetadata('docs', (await params).path.join('/'));
}

export default async function DocsPage({ params }: Props) {
  return <DocsPageScreen tree="docs" path={(await params).path.join('/')} />;
}
