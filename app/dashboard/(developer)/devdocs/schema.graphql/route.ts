import { printSchema } from 'graphql';
import { apiSchema } from '@/lib/content/api-schema';

export const dynamic = 'force-static';

/** The API's schema in its own language, descriptions included; plain text, so that browsers show it. */
export function GET(): Response {
  return new Response(printSchema(apiSchema()), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
