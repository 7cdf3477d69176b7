import { llmsFullText } from '@/lib/content/page-markdown';

export const dynamic = 'force-static';

export function GET(): Response {
  return new Response(llmsFullText(), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
