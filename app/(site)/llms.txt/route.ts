import { llmsIndex } from '@/lib/content/page-markdown';
import { environment } from '@/lib/server/runtime/environment';

export const dynamic = 'force-static';

export function GET(): Response {
  return new Response(llmsIndex(environment.publicUrl), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
