import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMdx);

/** The syntax tree of MDX without front matter. @throws Error (VFileMessage) with the place of a fault */
export function markdownTree(source: string): Root {
  return parser.parse(source) as Root;
}
