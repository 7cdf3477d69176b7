import { PageLink } from '@/components/content/page-link';
import type { Post } from '@/lib/content/posts';
import { PostDate } from './post-date';

/** A post in the list; the whole card leads to it. */
export function PostCard({ post }: { post: Post }) {
  return (
    <article className="relative flex h-full flex-col rounded-panel border border-rule bg-white px-6 py-5 hover:border-control">
      <h2 className="text-[20px] leading-[1.3] font-[650] tracking-[-0.015em] wrap-break-word">
        <PageLink
          href={`/blog/${post.slug}`}
          className="no-underline after:absolute after:inset-0 after:rounded-panel focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-signal"
        >
          {post.title}
        </PageLink>
      </h2>
      {post.summary && <p className="mt-2 line-clamp-3 text-[15px] text-muted">{post.summary}</p>}
      <div className="mt-auto pt-4">
        <PostDate post={post} />
      </div>
    </article>
  );
}
