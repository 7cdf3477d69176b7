import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { findDocsPage, listDocsPages } from '@/lib/content/docs-pages';
import { pageMarkdown } from '@/lib/content/page-markdown';

interface Props {
  params: Promise<{ tree: string; path: string[] }>;
}

const ROOT_PAGE = 'index';

export const dynamicParams = false;
export const dynamic = 'force-static';

export function generateStaticParams() {
  return (Object.keys(docsTrees) as DocsTree[]).flatMap((tree) =>
    listDocsPages(tree).map(({ path }) => ({ tree, path: (path || ROOT_PAGE).split('/') })),
  );
}

/** A docs page as Markdown. The server in front and next.config.ts give it the page's own address followed by `.md`. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const { tree, path } = await params;
  const slug = path.join('/');
  const found = findDocsPage(tree as DocsTree, slug === ROOT_PAGE ? '' : slug);
  if (!found) return new Response('Not found.', { status: 404 });
  return new Response(pageMarkdown(found.page), {
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
  });
}
