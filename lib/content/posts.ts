import { postFrontMatter, readContent } from './content-files';

export interface Post {
  slug: string;
  title: string;
  summary: string | undefined;
  description: string;
  /** `YYYY-MM-DD`. */
  date: string;
  readingMinutes: number;
  /** MDX, without its front matter. */
  source: string;
}

const WORDS_A_MINUTE = 220;

/** All blog posts, newest first. @throws Error for a file in a folder: a post's address has one segment */
export function listPosts(): Post[] {
  const files = readContent('blog', postFrontMatter);
  const nested = files.find(({ slug }) => slug.includes('/'));
  if (nested) throw new Error(`content/blog/${nested.slug}.mdx must be in content/blog itself.`);
  return files
    .map(({ slug, frontMatter: { title, summary, description, date }, source }) => ({
      slug,
      title: title ?? titleOf(slug),
      summary,
      description,
      date,
      readingMinutes: Math.max(1, Math.round(source.split(/\s+/).length / WORDS_A_MINUTE)),
      source,
    }))
    .sort((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug));
}

/** A post and its neighbors: `newer` and `older` than it; undefined if there is no such post. */
export function findPost(slug: string): { post: Post; newer?: Post; older?: Post } | undefined {
  const posts = listPosts();
  const index = posts.findIndex((post) => post.slug === slug);
  const post = posts[index];
  return post && { post, newer: posts[index - 1], older: posts[index + 1] };
}

/** The last segment of a slug, for a post without a title (docs/product.md, "Blog"). */
export function titleOf(slug: string): string {
  return slug.slice(slug.lastIndexOf('/') + 1);
}
