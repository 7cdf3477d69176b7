import Link from 'next/link';
import type { Post } from '@/lib/content/posts';
import { formatDate } from '@/lib/format/date';

/** The way from the landing page to the blog; nothing if it has no posts. */
export function LatestPosts({ posts }: { posts: Post[] }) {
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="posts" className="border-t border-rule bg-paper-2 py-14 md:py-18">
      <div className="wrap grid gap-x-14 gap-y-7 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <h2
            id="posts"
            className="text-[30px] leading-[1.12] font-[680] tracking-[-0.02em] text-balance md:text-[34px]"
          >
            From the blog
          </h2>
          <p className="mt-3 text-[17px] text-muted">
            How the platform is designed, and why.{' '}
            <Link href="/blog" prefetch={false} className="text-signal-ink underline underline-offset-3">
              All posts
            </Link>
          </p>
        </div>
        <ul className="border-rule max-lg:border-t">
          {posts.map(({ slug, title, date }) => (
            <li key={slug} className="border-b border-rule py-4 lg:first:pt-1.5">
              <Link
                href={`/blog/${slug}`}
                prefetch={false}
                className="inline-block text-[18px] leading-[1.35] font-[650] tracking-[-0.01em] no-underline hover:underline"
              >
                {title}
              </Link>
              <p className="mt-1 text-[14px] text-muted tabular-nums">
                <time dateTime={date}>{formatDate(date)}</time>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
