import { ReplyProblem } from './problems';

const MARKDOWN_FENCE = /^(`{3,}|~{3,})(?:markdown|md)[ \t]*\r?\n/i;

/**
 * The text of a reply, without the fence that models often put around everything.
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

/** A reply, divided at its Markdown fences. */
export interface FencedReply {
  /** The contents of the fences, each ending in a line break. */
  blocks: string[];
  /** The text before the first fence. */
  before: string;
  /** The text outside of fences from the first block on. */
  after: string;
}

/** A fence is taken whole: giving marks back would take time that grows with the square of their number. */
const FENCE = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/;

/** Finds the fenced blocks of a reply. A longer fence may hold shorter ones; the last may lack its end. Linear. */
export function fencedBlocks(text: string): FencedReply {
  const blocks: string[] = [];
  const before: string[] = [];
  const after: string[] = [];
  let open: { fence: string; lines: string[] } | null = null;
  for (const line of text.split(/\r?\n/)) {
    const [, fence, info] = FENCE.exec(line) ?? [];
    if (open) {
      if (fence?.startsWith(open.fence) && !info?.trim()) {
        blocks.push(asLines(open.lines));
        open = null;
      } else open.lines.push(line);
    } else if (fence) open = { fence, lines: [] };
    else (blocks.length > 0 ? after : before).push(line);
  }
  if (open) blocks.push(asLines(open.lines));
  return { blocks, before: before.join('\n').trim(), after: after.join('\n').trim() };
}

function asLines(lines: string[]): string {
  return `${lines.join('\n').trimEnd()}\n`;
}
