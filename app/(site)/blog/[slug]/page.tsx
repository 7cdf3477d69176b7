import { notFound } from 'next/navigation';
import { PostScreen } from '@/components/site/blog/post-screen';
import { PostJsonLd } from '@/components/site/json-ld';
import { pageMetadata } from '@/lib/config/page-metadata';
import { findPost, listPosts } from '@/lib/content/posts';

interface Props {
  params: Promise<{ slug: string }>;
}

export const dynamicParams = false;
export const generateStaticParams = () => listPosts().map(({ slug }) => ({ slug }));

export async function generateMetadata({ params }: Props) {
  const found = findPost((await params).slug);
  if (!found) return {};
  const { title, description, date } = found.post;
  return pageMetadata({ title, description, type: 'article', publishedTime: date });
}

export default async function PostPage({ params }: Props) {
  const found = findPost((await params).slug);
  if (!found) notFound();
  const { slug, title, description, date } = found.post;
  return (
    <>
      <PostJsonLd post={{ slug, title, description, date }} />
      <PostScreen post={found.post} older={found.older} newer={found.newer} />
    </>
  );
}
