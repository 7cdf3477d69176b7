import { searchEntries } from '@/lib/content/search-entries';

export const dynamic = 'force-static';

export function GET(): Response {
  return Response.json(searchEntries('devdocs'));
}
