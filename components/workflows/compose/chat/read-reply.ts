import type { Token } from 'marked';

/** Characters of a reply that is read as Markdown. */
const MOST = 400_000;

/** Characters that are read at once: a few milliseconds, even if they are written to take long. */
const most = { blocks: 20_000, words: 5_000 };

/** How long the page may be kept from other work, in milliseconds. */
const SLICE = 10;

/** Markers of lists and quotes in a row, each a level deeper: marked's time grows with the square of the levels. */
const tooDeep = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){30}/m;

/**
 * Reads Markdown in short parts, between which the page does other work.
 * @returns its blocks; null if it's too long
 * @throws Error if the signal ends it, or its parts nest too deeply
 */
export async function readReply(source: string, signal: AbortSignal): Promise<Token[] | null> {
  if (source.length > MOST) return null;
  const { Lexer } = await import('marked');
  // One for all parts: they share the definitions of links.
  const lexer = new Lexer({ gfm: true, breaks: true });
  const blocks: Token[] = [];
  const pause = pauses(signal);
  for (const part of partsOf(source.replace(/\r\n?/g, '\n'))) {
    blocks.push(...(tooDeep.test(part) ? [asWritten(part)] : lexer.blockTokens(part, [])));
    await pause();
  }
  for (const { src, tokens } of lexer.inlineQueue) {
    if (src.length > most.words) tokens.push(asWritten(src));
    else lexer.inlineTokens(src, tokens);
    await pause();
  }
  return blocks;
}

const asWritten = (text: string): Token => ({ type: 'text', raw: text, text });

/** A function that lets others work once a slice of time is over. */
function pauses(signal: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE) return;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    since = performance.now();
  };
}

/** The text in parts, each of whole blocks: of whole lines at least. Code isn't divided. */
function partsOf(source: string): string[] {
  const parts: string[] = [];
  let part = '';
  let fence: string | null = null;
  for (const line of source.split(/(?<=\n)/)) {
    const isEnd = part.length >= most.blocks || (part.length >= most.blocks / 2 && part.endsWith('\n\n'));
    if (isEnd && fence === null && !/^[ \t]/.test(line)) {
      parts.push(part);
      part = '';
    }
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    part += line;
  }
  return [...parts, part];
}
