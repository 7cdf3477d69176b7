import { Lexer, type Token, type Tokens } from 'marked';
import { PostprocessorProblem } from '@/lib/engine/postprocessors/define-postprocessor';

export interface Section {
  /** Plain text on one line. */
  heading: string;
  level: number;
  /** Where it goes if the README doesn't have it yet. */
  position: 'start' | 'end';
  /** Markdown. Its headings are moved below the section's own. */
  text: string;
}

/** A heading of a document; those inside lists, quotations, and code aren't. */
interface Heading {
  level: number;
  /** Markdown, without its marks. */
  source: string;
  start: number;
  end: number;
}

const FRONT_MATTER = /^---\n[\s\S]*?\n---[ \t]*(?:\n|$)/;
/** Characters of a longer heading can't be those of an option, even with a mark for each. */
const LONGEST_HEADING = 1_000;

/**
 * A README with a section: in place of the section with the same heading and level, or else at its position.
 * @throws PostprocessorProblem if the section wouldn't stay one, because something before or in it is left open
 */
export function placeSection(readme: string, section: Section): string {
  const lineEnd = readme.includes('\r\n') ? '\r\n' : '\n';
  const source = readme.replace(/\r\n?/g, '\n');
  const [frontMatter = ''] = FRONT_MATTER.exec(source) ?? [];
  const placed = frontMatter + placeIn(source.slice(frontMatter.length), section);
  return lineEnd === '\n' ? placed : placed.replaceAll('\n', lineEnd);
}

function placeIn(readme: string, { heading, level, position, text }: Section): string {
  const headings = headingsOf(readme);
  const inner = demoted(text.replace(/\r\n?/g, '\n').trim(), level);
  const name = plainText(escaped(heading));
  const own = headings.find((one) => one.level === level && hasText(one, name));
  const isEnd = (one: Heading) => one.level <= level;
  const end = (from: number) =>
    headings.find((one) => one.start >= from && isEnd(one))?.start ?? readme.length;
  const [title] = headings;
  const firstSection = end(title?.level === 1 ? title.end : 0);
  const start = own?.start ?? (position === 'start' ? firstSection : readme.length);
  const rest = own ? end(own.end) : start;
  const parts = [
    readme.slice(0, start).trimEnd(),
    `${'#'.repeat(level)} ${escaped(heading)}`,
    inner.text,
    readme.slice(rest).replace(/^\n+/, '').trimEnd(),
  ];
  const placed = `${parts.filter(Boolean).join('\n\n')}\n`;
  const expected = [
    ...headings.filter((one) => one.start < start).map((one) => one.level),
    level,
    ...inner.levels,
    ...headings.filter((one) => one.start >= rest).map((one) => one.level),
  ];
  if (
    headingsOf(placed)
      .map((one) => one.level)
      .join() !== expected.join()
  )
    throw new PostprocessorProblem(
      'a block of code or HTML in the README or the text has no end, and would take in the sections after it.',
    );
  return placed;
}

function headingsOf(markdown: string): Heading[] {
  const headings: Heading[] = [];
  let start = 0;
  for (const token of blocksOf(markdown)) {
    const end = start + token.raw.length;
    if (token.type === 'heading')
      headings.push({
        level: (token as Tokens.Heading).depth,
        source: (token as Tokens.Heading).text,
        start,
        end,
      });
    start = end;
  }
  return headings;
}

/** The blocks of a document, whose sources together are the document. */
function blocksOf(markdown: string): Token[] {
  try {
    const blocks = new Lexer().blockTokens(markdown, []);
    if (blocks.map(({ raw }) => raw).join('') === markdown) return blocks;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new PostprocessorProblem("the README or the text can't be read as Markdown.");
}

/** A text whose highest heading is below a level, with its headings' levels. */
function demoted(text: string, level: number): { text: string; levels: number[] } {
  const found = headingsOf(text);
  const shift = Math.max(0, level + 1 - Math.min(...found.map((one) => one.level)));
  const levels = found.map((one) => Math.min(6, one.level + shift));
  if (shift === 0 || found.length === 0) return { text, levels };
  let moved = '';
  let at = 0;
  for (const [index, one] of found.entries()) {
    const line = `${'#'.repeat(levels[index] ?? 6)} ${one.source.replace(/\s*\n\s*/g, ' ')}`;
    const [gap = ''] = /\n*$/.exec(text.slice(one.start, one.end)) ?? [];
    moved += text.slice(at, one.start) + line + gap;
    at = one.end;
  }
  return { text: moved + text.slice(at), levels };
}

const hasText = ({ source }: Heading, text: string): boolean =>
  source.length <= LONGEST_HEADING && plainText(source) === text;

/** A heading as it's read, without marks and with single spaces. */
const plainText = (source: string): string => textOf(Lexer.lexInline(source)).replace(/\s+/g, ' ').trim();

const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) =>
      'tokens' in token && token.tokens ? textOf(token.tokens) : 'text' in token ? token.text : '',
    )
    .join('');

/** A plain text as the Markdown of a heading. */
const escaped = (text: string): string =>
  text
    .trim()
    .replace(/[\\`*[\]~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=[a-z#])/giu, '\\$&')
    // A heading may end with marks, which aren't a part of it.
    .replace(/(^|\s)(#+)$/, '$1\\$2');
