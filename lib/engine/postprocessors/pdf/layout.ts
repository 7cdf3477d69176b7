import type { Root, RootContent, Table } from 'mdast';
import { PostprocessorProblem } from '@/lib/engine/postprocessors/define-postprocessor';
import { breakWords, directionOf, divideLine, isText, type Run, type Style } from './line-breaks';

/** A line or paragraph; `rtl` if it's set right-to-left. */
export interface Line {
  runs: Run[];
  rtl: boolean;
}

/** As page-template.ts lays them out. */
export type Block =
  | ({ kind: 'paragraph' } & Line)
  | ({ kind: 'heading'; level: number } & Line)
  | { kind: 'list'; start: number | null; tasks: boolean; tight: boolean; rtl: boolean; items: Block[][] }
  | { kind: 'quote'; rtl: boolean; blocks: Block[] }
  | { kind: 'code'; texts: string[] }
  | {
      kind: 'table';
      /** Points of the text, and of the space at the sides of a cell. */
      size: number;
      inset: number;
      rtl: boolean;
      align: ('start' | 'left' | 'center' | 'right')[];
      rows: Line[][];
    }
  | { kind: 'rule' };

/** Points of the text, and of the largest heading. */
export const textSize = 10;
const titleSize = 19;
const headingSize = 17;

/** Levels of lists and quotes that are indented. Deeper ones are set at the last of them. */
const MOST_INDENTS = 8;

/** Columns of a table. A wider table is set in parts, each of which begins with its first column. */
const MOST_COLUMNS = 12;

/** Width of a character of code, in sizes of the text. */
const codeWidth = 0.6 * 0.88;

/** Lines of code that are laid out together: the time of all at once isn't proportional to them. */
const LINES_OF_CODE = 50;

/**
 * Most parts of a document: blocks, lines of code, cells, and pieces of one style. Each takes some 20 KB of memory
 * outside the heap. So many fill 185 pages with only short lists, tables, and code, and more with paragraphs.
 */
const MOST_PARTS = 25_000;

/** The surroundings of a block. */
interface Place {
  /** Points. */
  width: number;
  level: number;
  rtl: boolean;
}

/**
 * The blocks of a document.
 * @param width of the text, in points
 */
export function layOut(tree: Root, width: number): Block[] {
  return new Layout().blocks(tree.children, { width, level: 0, rtl: false });
}

/** A title, with its plain text for the document's properties. */
export function layOutTitle(title: string, width: number): Line & { text: string } {
  const text = spaced(title);
  const runs = breakWords([{ text, bold: true }], width / titleSize);
  return { runs, rtl: directionOf(text) ?? false, text };
}

class Layout {
  #parts = 0;

  blocks(nodes: readonly RootContent[], place: Place): Block[] {
    return nodes.flatMap((node) => this.#block(node, place));
  }

  #count(parts: number): void {
    this.#parts += parts;
    if (this.#parts > MOST_PARTS)
      throw new PostprocessorProblem(
        `a PDF has at most ${MOST_PARTS.toLocaleString('en-US')} paragraphs, list items, cells, lines of code and changes of style.`,
      );
  }

  #block(node: RootContent, place: Place): Block[] {
    this.#count(1);
    if (node.type === 'paragraph' || node.type === 'heading') {
      const line = this.#line(
        node.children,
        place,
        place.width / (node.type === 'heading' ? headingSize : textSize),
      );
      if (line.runs.length === 0) return [];
      return node.type === 'heading'
        ? [{ kind: 'heading', level: node.depth, ...line }]
        : [{ kind: 'paragraph', ...line }];
    }
    if (node.type === 'list') return this.#list(node, place);
    if (node.type === 'blockquote') {
      const rtl = directionOf(textOf(node)) ?? place.rtl;
      if (place.level === MOST_INDENTS) return this.blocks(node.children, place);
      const blocks = this.blocks(node.children, { ...narrowed(place, 1.2), rtl });
      return blocks.length === 0 ? [] : [{ kind: 'quote', rtl, blocks }];
    }
    if (node.type === 'code') {
      const most = Math.floor((place.width - 1.6 * textSize) / (codeWidth * textSize));
      const lines = withoutControls(node.value).split('\n');
      const divided = lines.flatMap((line) => divideLine(line, most));
      this.#count(divided.length);
      const texts = Array.from({ length: Math.ceil(divided.length / LINES_OF_CODE) }, (_, index) =>
        divided.slice(index * LINES_OF_CODE, (index + 1) * LINES_OF_CODE).join('\n'),
      );
      return [{ kind: 'code', texts }];
    }
    if (node.type === 'table') return this.#table(node, place);
    if (node.type === 'thematicBreak') return [{ kind: 'rule' }];
    if (node.type === 'footnoteDefinition') {
      const [first, ...others] = this.blocks(node.children, place);
      return marked(first, `[${node.label ?? node.identifier}] `, others);
    }
    return [];
  }

  #list(node: Extract<RootContent, { type: 'list' }>, place: Place): Block[] {
    const rtl = directionOf(textOf(node)) ?? place.rtl;
    const start = node.ordered ? (node.start ?? 1) : null;
    this.#count(node.children.length);
    const isDeep = place.level === MOST_INDENTS;
    const inside = isDeep ? place : { ...narrowed(place, 2.2), rtl };
    const items = node.children.map((item, index) => {
      const blocks = this.blocks(item.children, inside);
      const task = item.checked == null ? '' : item.checked ? '☑ ' : '☐ ';
      const marker = isDeep ? (start === null ? '• ' : `${start + index}. `) : '';
      const [first, ...others] = blocks;
      return task === '' && marker === '' ? blocks : marked(first, marker + task, others);
    });
    if (isDeep) return items.flat();
    const tasks = node.children.every((item) => item.checked != null);
    return [{ kind: 'list', start, tasks, tight: node.spread !== true, rtl, items }];
  }

  #table(node: Table, place: Place): Block[] {
    const count = Math.max(...node.children.map((row) => row.children.length));
    const rtl = directionOf(textOf(node)) ?? place.rtl;
    const parts: number[][] = [];
    if (count <= MOST_COLUMNS) parts.push([...new Array(count).keys()]);
    else
      for (let from = 1; from < count; from += MOST_COLUMNS - 1)
        parts.push([0, ...[...new Array(count).keys()].slice(from, from + MOST_COLUMNS - 1)]);
    return parts.map((columns) => {
      const share = place.width / columns.length;
      const size = Math.max(5, Math.min(textSize - 0.5, share / 6));
      const inset = Math.min(5, share / 10);
      const most = (share - 2 * inset) / size;
      return {
        ...{ kind: 'table', size, inset, rtl },
        align: columns.map((column) => node.align?.[column] ?? 'start'),
        rows: node.children.map((row) =>
          columns.map((column) => this.#line(row.children[column]?.children ?? [], { ...place, rtl }, most)),
        ),
      };
    });
  }

  /** @param most the width of the line, in sizes of its text */
  #line(nodes: readonly RootContent[], place: Place, most: number): Line {
    const runs: Run[] = [];
    this.#addRuns(nodes, {}, runs);
    this.#count(Math.max(1, runs.length));
    const texts = runs.flatMap((run) => (isText(run) ? [run] : []));
    const rtl = directionOf(texts.map((run) => (run.code ? '' : run.text)).join('')) ?? place.rtl;
    return { runs: trimmed(breakWords(runs, most)).map(plain), rtl };
  }

  #addText(value: string, style: Style, into: Run[]): void {
    const last = into.at(-1);
    const before = last !== undefined && isText(last) ? last.text.slice(-1) : '';
    const text = spaced(before + value).slice(before.length);
    for (const [index, part] of text.split(keycaps).entries())
      if (part !== '')
        into.push(index % 2 === 0 ? { ...style, text: part } : { ...style, emoji: true, text: part });
  }

  #addRuns(nodes: readonly RootContent[], style: Style, into: Run[]): void {
    for (const node of nodes) {
      if (node.type === 'text') this.#addText(node.value, style, into);
      else if (node.type === 'inlineCode') into.push({ ...style, code: true, text: spaced(node.value) });
      else if (node.type === 'break') into.push({ break: true });
      // Tables can break a line in no other way.
      else if (node.type === 'html')
        into.push(...(/^<br\s*\/?>$/i.test(node.value) ? [{ break: true } as const] : []));
      else if (node.type === 'strong') this.#addRuns(node.children, { ...style, bold: true }, into);
      else if (node.type === 'emphasis') this.#addRuns(node.children, { ...style, italic: true }, into);
      else if (node.type === 'delete') this.#addRuns(node.children, { ...style, strike: true }, into);
      else if (node.type === 'link') this.#addRuns(node.children, linked(style, node.url), into);
      else if (node.type === 'footnoteReference')
        into.push({ ...style, raised: true, text: `[${withoutControls(node.label ?? node.identifier)}]` });
    }
  }
}

function narrowed(place: Place, sizes: number): Place {
  return { ...place, level: place.level + 1, width: place.width - sizes * textSize };
}

/** The blocks of an item or note, with a mark at the beginning. */
function marked(first: Block | undefined, mark: string, others: Block[]): Block[] {
  if (first?.kind === 'paragraph') return [{ ...first, runs: [mark, ...first.runs] }, ...others];
  const alone: Block = { kind: 'paragraph', runs: [mark.trim()], rtl: false };
  return first ? [alone, first, ...others] : [alone];
}

/** Characters of an address, as in Word documents. Typst refuses a document with one of more than 8,000. */
const LONGEST_ADDRESS = 2_000;

/** A link leads to the web or to an address of email; any other is plain text. */
function linked(style: Style, url: string): Style {
  if (!/^(https?:\/\/|mailto:)/i.test(url) || !URL.canParse(url)) return style;
  const { href } = new URL(url);
  return href.length > LONGEST_ADDRESS ? style : { ...style, url: href };
}

/** A run without style as its text, which is laid out fastest. */
const plain = (run: Run): Run => (isText(run) && Object.keys(run).length === 1 ? run.text : run);

/** Without breaks at the ends. Images and HTML may leave no text at all. */
function trimmed(runs: Run[]): Run[] {
  const isShown = (run: Run) => isText(run) && run.text.trim() !== '';
  return runs.slice(runs.findIndex(isShown), runs.findLastIndex(isShown) + 1);
}

/** Digits in a frame, of which other fonts have the digit alone. */
const keycaps = /([0-9#*]\ufe0f?\u20e3)/u;

const cjk = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef]';
const breakInCjk = new RegExp(`(?<=${cjk})[ \\t]*\\n[ \\t]*(?=${cjk})`, 'gu');

/** Text on one line. Between characters of Chinese and Japanese, a line end isn't a space. */
function spaced(text: string): string {
  return withoutControls(text)
    .replace(breakInCjk, '')
    .replace(/[ \t\n]+/g, ' ');
}

/** Controls other than tabs and line ends have no look. */
export function withoutControls(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]|[\u2028\u2029]/gu, '')
    .toWellFormed();
}

/** Enough of a node's text to find its direction. */
function textOf(node: RootContent): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  let text = '';
  for (const child of node.children) {
    text += textOf(child);
    if (/\p{L}/u.test(text)) break;
  }
  return text;
}
