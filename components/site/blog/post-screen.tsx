import { MdxBody } from '@/components/content/mdx-body';
import { Pager } from '@/components/content/pager';
import { TableOfContents } from '@/components/content/table-of-contents';
import { Link } from '@/components/ui/link';
import { headingsOf } from '@/lib/content/outline';
import type { Post } from '@/lib/content/posts';
import { FeedLink, PostDate } from './blog-screen';

interface PostScreenProps {
  post: Post;
  older: Post | undefined;
  newer: Post | undefined;
}

/** One post: date, title, summary, body, and links to other posts (docs/product.md, "Blog"). */
export function PostScreen({ post, older, newer }: PostScreenProps) {
  return (
    <div className="wrap grid items-start gap-x-10 pt-12 pb-20 lg:pt-16 xl:grid-cols-[minmax(0,1fr)_232px]">
      <article className="max-w-[72ch] min-w-0">
        <PostDate post={post} />
        <h1 className="mt-3 text-[34px] leading-[1.15] font-[680] tracking-[-0.02em] wrap-break-word">
          {post.title}
        </h1>
        {post.summary && <p className="mt-3 mb-9 text-[18px] text-muted">{post.summary}</p>}
        <MdxBody source={post.source} />
        <footer className="mt-14 border-rule border-t">
          <Pager label="Blog" unit="post" previous={linkTo(older)} next={linkTo(newer)} />
          <p className="mt-6 text-[15px] text-muted">
            <Link href="/blog" className="text-signal-ink underline underline-offset-2">
              All posts
            </Link>
            {' · '}
            <FeedLink />
          </p>
        </footer>
      </article>
      <TableOfContents headings={headingsOf(post.source)} />
    </div>
  );
}

const linkTo = (post: Post | undefined) => post && { title: post.title, href: `/blog/${post.slug}` };
