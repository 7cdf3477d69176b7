import { listPosts } from '@/lib/content/posts';
import { environment } from '@/lib/server/runtime/environment';
import { postsFeed } from './posts-feed';

export const dynamic = 'force-static';

/** The blog as RSS 2.0. */
export function GET(): Response {
  return new Response(postsFeed(listPosts(), environment.publicUrl), {
    headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
  });
}
