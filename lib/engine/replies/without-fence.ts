import { ReplyProblem } from '@/lib/engine/replies/reply-problem';
import { fencedBlocks } from './fenced-blocks';

const MARKDOWN_FENCE = /^(`{3,}|~{3,})(?:markdown|md)[ \t]*\r?\n/i;

/**
 * The text of a reply, without the one fence that models like to put around everything.
 * @throws ReplyProblem if nothing is left
 */
export function withoutFence(reply: string): string {
  const text = unfenced(reply.trim()).trim();
  if (!text) throw new ReplyProblem('The reply is empty.');
  return text;
}

function unfenced(text: string): string {
  // Within Markdown, fences of the same length are its own.
  const [opening, fence] = MARKDOWN_FENCE.exec(text) ?? [];
  if (opening && fence && text.endsWith(`\n${fence}`)) return text.slice(opening.length, -fence.length);
  const { blocks, before, after } = fencedBlocks(text);
  const [only] = blocks;
  return only !== undefined && blocks.length === 1 && !before && !after ? only : text;
}
