import { docsNavigation } from '@/lib/content/docs-pages';

export const dynamic = 'force-static';

/** For the page of what is missing, which is prerendered once for all trees. */
export function GET(): Response {
  return Response.json(docsNavigation('devdocs'));
}
