import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import type { Post } from '@/lib/content/posts';
import { formatDate } from '@/lib/format/date';

/** All posts, newest first (docs/product.md, "Blog"). */
export function BlogScreen({ posts }: { posts: Post[] }) {
  return (
    <div className="wrap pt-12 pb-20 lg:pt-16">
      <h1 className="text-[34px] leading-[1.15] font-[680] tracking-[-0.02em]">Blog</h1>
      <p className="mt-3 mb-8 max-w-[62ch] text-[17px] text-muted">
        How the platform is designed, and why. New posts come by <FeedLink />.
      </p>
      {posts.length === 0 ? (
        <EmptyState>
          <EmptyStateTitle>No posts yet.</EmptyStateTitle>
          <EmptyStateText>Subscribe to the feed to get the first one.</EmptyStateText>
        </EmptyState>
      ) : (
        <ul className="grid gap-5 md:grid-cols-2">
          {posts.map((post) => (
            <li key={post.slug} className="min-w-0">
              <PostCard post={post} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A post in the list; the whole card is a link. */
function PostCard({ post }: { post: Post }) {
  return (
    <article className="relative flex h-full flex-col rounded-panel border border-rule bg-white px-6 py-5 hover:border-control">
      <h2 className="text-[20px] leading-[1.3] font-[650] tracking-[-0.015em] wrap-break-word">
        <Link
          href={`/blog/${post.slug}`}
          className="no-underline after:absolute after:inset-0 after:rounded-panel focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-signal"
        >
          {post.title}
        </Link>
      </h2>
      {post.summary && <p className="mt-2 line-clamp-3 text-[15px] text-muted">{post.summary}</p>}
      <div className="mt-auto pt-4">
        <PostDate post={post} />
      </div>
    </article>
  );
}

/** When a post was published and how long it takes to read. */
export function PostDate({ post: { date, readingMinutes } }: { post: Post }) {
  return (
    <p className="flex flex-wrap gap-x-2 text-[14px] text-muted tabular-nums">
      <time dateTime={date}>Posted {formatDate(date)}</time>
      <span aria-hidden="true">·</span>
      <span>{readingMinutes} min read</span>
    </p>
  );
}

/** The feed's address; a plain link, because the feed is a file and not a page of the router's. */
export function FeedLink() {
  return (
    <a href="/feed.xml" className="text-signal-ink underline underline-offset-2">
      RSS feed
    </a>
  );
}
