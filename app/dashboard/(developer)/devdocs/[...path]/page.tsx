import { DocsPageScreen, docsMetadata } from '@/components/content/docs/docs-page-screen';
import { docsPaths } from '@/lib/content/docs-pages';

interface Props {
  params: Promise<{ path: string[] }>;
}

export const dynamicParams = false;
export const generateStaticParams = () => docsPaths('devdocs');

export async function generateMetadata({ params }: Props) {
  return docsMetadata('devdocs', (await params).path.join('/'));
}

export default async function DevdocsPage({ params }: Props) {
  return <DocsPageScreen tree="devdocs" path={(await params).path.join('/')} />;
}
