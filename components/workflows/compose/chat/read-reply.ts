import type { Token } from 'marked';

/** Characters of a reply that is read as Markdown. */
const MOST = 400_000;

/**
 * Characters that are read at once. For indented lines in a row, and for marks in a paragraph, marked's time grows with
 * their square. Texts with more are shown as written.
 */
const most = { blocks: 20_000, indented: 5_000, words: 5_000, marks: 400 };

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
  for (const { text, indented } of partsOf(source.replace(/\r\n?/g, '\n'))) {
    const isTooMuch = indented > most.indented || tooDeep.test(text);
    blocks.push(...(isTooMuch ? [asWritten(text)] : lexer.blockTokens(text, [])));
    await pause();
  }
  for (const { src, tokens } of lexer.inlineQueue) {
    if (src.length > most.words || marksIn(src) > most.marks) tokens.push(asWritten(src));
    else lexer.inlineTokens(src, tokens);
    await pause();
  }
  return blocks;
}

const asWritten = (text: string): Token => ({ type: 'text', raw: text, text });

/** Characters that may begin or end emphasis, code, or a link. */
const marksIn = (text: string): number => text.match(/[*_`~[\]]/g)?.length ?? 0;

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

interface Part {
  text: string;
  /** The most characters of indented lines in a row, outside of code. */
  indented: number;
}

/** The text in parts, each of whole blocks: of whole lines at least. Code and tables aren't divided. */
function partsOf(source: string): Part[] {
  const parts: Part[] = [];
  let part: Part = { text: '', indented: 0 };
  let fence: string | null = null;
  let run = 0;
  for (const line of source.split(/(?<=\n)/)) {
    const { length } = part.text;
    const isEnd = length >= most.blocks || (length >= most.blocks / 2 && part.text.endsWith('\n\n'));
    if (isEnd && fence === null && !/^[ \t|]/.test(line)) {
      parts.push(part);
      part = { text: '', indented: 0 };
    }
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    run = fence === null && /^\s/.test(line) ? run + line.length : 0;
    part.text += line;
    part.indented = Math.max(part.indented, run);
  }
  return [...parts, part];
}
