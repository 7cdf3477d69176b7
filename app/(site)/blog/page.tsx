import { BlogScreen } from '@/components/site/blog/blog-screen';
import { pageMetadata } from '@/lib/config/page-metadata';
import { listPosts } from '@/lib/content/posts';

export const metadata = pageMetadata({
  title: 'Blog',
  description: 'How an AI orchestration layer is designed, and why: routing, fallbacks, workflows and cost.',
});

export default function BlogPage() {
  return <BlogScreen posts={listPosts()} />;
}
