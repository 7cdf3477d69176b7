import type { Post } from '@/lib/content/posts';
import { formatDate } from '@/lib/format/date';

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
