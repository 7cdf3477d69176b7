import type { Root } from 'mdast';
import { PostprocessorProblem } from './define-postprocessor';

/** Levels of lists, quotes and emphasis: no document nests deeper, and writers follow them by recursion. */
const MOST_LEVELS = 100;

/**
 * The tree of a Markdown text, with tables, task lists and strikethrough as GitHub has them. Its libraries are loaded
 * only when needed.
 * @throws PostprocessorProblem if it nests too deeply
 */
export async function readMarkdown(text: string): Promise<Root> {
  const [{ unified }, { default: remarkParse }, { default: remarkGfm }] = await Promise.all([
    import('unified'),
    import('remark-parse'),
    import('remark-gfm'),
  ]);
  const tree = unified().use(remarkParse).use(remarkGfm).parse(text);
  if (nestsDeeper(tree, MOST_LEVELS))
    throw new PostprocessorProblem(`lists, quotes and emphasis nest at most ${MOST_LEVELS} levels deep.`);
  return tree;
}

function nestsDeeper(tree: Root, most: number): boolean {
  let level: readonly object[] = [tree];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((node) => ('children' in node ? (node.children as object[]) : []));
  }
  return false;
}
