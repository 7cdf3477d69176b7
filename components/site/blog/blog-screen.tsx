import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import type { Post } from '@/lib/content/posts';
import { FeedLink } from './feed-link';
import { PostCard } from './post-card';

/** All posts, newest first (SPEC.md, section 2). */
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
          <EmptyStateText>Subscribe to the feed, and the first one comes to you.</EmptyStateText>
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
