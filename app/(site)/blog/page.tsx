import { BlogScreen } from '@/components/site/blog/blog-screen';
import { blogPage, pageMetadata } from '@/lib/config/page-metadata';
import { listPosts } from '@/lib/content/posts';

export const metadata = pageMetadata(blogPage);

export default function BlogPage() {
  return <BlogScreen posts={listPosts()} />;
}
