import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import type { Token, TokenizerExtension, Tokens } from 'marked';
import type {
  BlockContent,
  DefinitionContent,
  ListItem,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
  Table,
} from 'mdast';
import { fileTooLarge, longestFile, PostprocessorProblem } from './define-postprocessor';

/** Levels of lists, quotes, and emphasis: no document nests deeper, and writers follow them by recursion. */
const MOST_LEVELS = 100;

/**
 * The tree of a Markdown text, with tables, task lists, and strikethrough as GitHub has them. Read by marked, which
 * takes a second for a megabyte; micromark takes a minute.
 * @throws PostprocessorProblem if it nests too deeply, or its references repeat more than a file has space for
 */
export async function readMarkdown(text: string): Promise<Root> {
  const { Marked } = await import('marked');
  const marked = new Marked({ gfm: true, extensions: [footnoteDefinition, footnoteReference] });
  try {
    const root: Root = {
      type: 'root',
      children: blocks(marked.lexer(text), 0) as RootContent[],
    };
    if (addressLength(root) > longestFile) throw fileTooLarge();
    return root;
  } catch (error) {
    // marked follows quotes and lists by recursion, too.
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
}

/** `[^1]: text`, with further lines indented. */
const footnoteDefinition: TokenizerExtension = {
  name: 'footnoteDefinition',
  level: 'block',
  // It looks no further than the paragraph: marked asks at each, and the time would grow with the square of their number.
  start(source) {
    const found = /\n(?:[ \t]*\n|(\[\^[^\]\s]{1,100}\]:))/.exec(source);
    return found?.[1] ? found.index + 1 : undefined;
  },
  tokenizer(source) {
    const found = /^\[\^([^\]\s]{1,100})\]:[ \t]*([^\n]*(?:\n(?: {4}|\t)[^\n]*)*)(?:\n|$)/.exec(source);
    if (!found) return undefined;
    const [raw, label, text = ''] = found;
    const tokens = this.lexer.blockTokens(text.replace(/\n(?: {4}|\t)/g, '\n'), []);
    return { type: 'footnoteDefinition', raw, label, tokens };
  },
};

const footnoteReference: TokenizerExtension = {
  name: 'footnoteReference',
  level: 'inline',
  start: (source) => source.indexOf('[^'),
  tokenizer(source) {
    const found = /^\[\^([^\]\s]{1,100})\]/.exec(source);
    return found ? { type: 'footnoteReference', raw: found[0], label: found[1] } : undefined;
  },
};

/** Characters of all addresses and titles: each reference has those of its definition. */
function addressLength(node: Root | RootContent): number {
  if (node.type === 'link' || node.type === 'image') return node.url.length + (node.title?.length ?? 0);
  if (!('children' in node)) return 0;
  return node.children.reduce((sum, child) => sum + addressLength(child), 0);
}

const tooDeep = () =>
  new PostprocessorProblem(`lists, quotes, and emphasis nest at most ${MOST_LEVELS} levels deep.`);

type Block = BlockContent | DefinitionContent;

function assertDepth(depth: number): void {
  if (depth > MOST_LEVELS) throw tooDeep();
}

function blocks(tokens: readonly Token[], depth: number): Block[] {
  assertDepth(depth);
  return tokens.flatMap((token) => block(token as Tokens.Generic, depth + 1));
}

function block(token: Tokens.Generic, depth: number): Block[] {
  switch (token.type) {
    case 'heading':
      return [
        {
          type: 'heading',
          depth: token.depth as 1 | 2 | 3 | 4 | 5 | 6,
          children: inlines(token.tokens ?? [], depth),
        },
      ];
    case 'paragraph':
    // The text of a list item without an empty line after it.
    case 'text':
      return [paragraph(token.tokens ?? [token as Token], depth)];
    case 'code':
      return [{ type: 'code', lang: token.lang?.split(/\s/)[0] || null, value: token.text }];
    case 'blockquote':
      return [{ type: 'blockquote', children: blocks(token.tokens ?? [], depth) }];
    case 'list': {
      const list = token as Tokens.List;
      return [
        {
          type: 'list',
          ordered: list.ordered,
          start: list.ordered ? Number(list.start) : null,
          spread: list.loose,
          children: list.items.map((item) => listItem(item, depth)),
        },
      ];
    }
    case 'table':
      return [table(token as Tokens.Table, depth)];
    case 'hr':
      return [{ type: 'thematicBreak' }];
    case 'html':
      return [{ type: 'html', value: token.text }];
    case 'footnoteDefinition':
      return [{ ...footnoteName(token), type: token.type, children: blocks(token.tokens ?? [], depth) }];
    default:
      return [];
  }
}

/** GitHub compares the names of footnotes without their case. */
const footnoteName = ({ label }: Tokens.Generic) => ({ identifier: String(label).toLowerCase(), label });

const paragraph = (tokens: readonly Token[], depth: number): Paragraph => ({
  type: 'paragraph',
  children: inlines(tokens, depth),
});

function listItem({ task, checked, loose, tokens }: Tokens.ListItem, depth: number): ListItem {
  // The mark of a task is a token of its own.
  const content = tokens.filter(({ type }) => type !== 'checkbox');
  return {
    type: 'listItem',
    checked: task ? checked === true : null,
    spread: loose,
    children: blocks(content, depth + 1),
  };
}

const table = ({ header, rows, align }: Tokens.Table, depth: number): Table => ({
  type: 'table',
  align,
  children: [header, ...rows].map((cells) => ({
    type: 'tableRow',
    children: cells
      // marked adds the cells that a row lacks.
      .slice(0, cells.findLastIndex(({ tokens }) => tokens.length > 0) + 1)
      .map(({ tokens }) => ({ type: 'tableCell', children: inlines(tokens, depth) })),
  })),
});

function inlines(tokens: readonly Token[], depth: number): PhrasingContent[] {
  assertDepth(depth);
  return joined(tokens.flatMap((token) => inline(token as Tokens.Generic, depth + 1)));
}

function inline(token: Tokens.Generic, depth: number): PhrasingContent[] {
  const children = () => inlines(token.tokens ?? [], depth);
  switch (token.type) {
    case 'text':
      return token.tokens ? children() : [{ type: 'text', value: decoded(token.text) }];
    case 'escape':
      return [{ type: 'text', value: token.text }];
    case 'strong':
      return [{ type: 'strong', children: children() }];
    case 'em':
      return [{ type: 'emphasis', children: children() }];
    case 'del':
      return [{ type: 'delete', children: children() }];
    case 'codespan':
      return [{ type: 'inlineCode', value: token.text }];
    case 'link':
      return [{ type: 'link', url: decoded(token.href), title: token.title ?? null, children: children() }];
    case 'image':
      return [{ type: 'image', url: decoded(token.href), alt: token.text, title: token.title ?? null }];
    case 'br':
      return [{ type: 'break' }];
    case 'footnoteReference':
      return [{ ...footnoteName(token), type: token.type }];
    case 'html':
      return [{ type: 'html', value: token.text }];
    default:
      return [];
  }
}

/** Texts in a row as one: marked divides them at each escape. */
function joined(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const whole: PhrasingContent[] = [];
  for (const node of nodes) {
    const last = whole.at(-1);
    if (node.type === 'text' && last?.type === 'text') last.value += node.value;
    else whole.push(node);
  }
  return whole;
}

/** Character references, which marked leaves for HTML. */
const decoded = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([\da-zA-Z]{2,31}));/g,
        (whole, decimal, hex, name) => {
          if (name) return decodeNamedCharacterReference(name) || whole;
          const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
          const isCharacter = code > 0 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
          return isCharacter ? String.fromCodePoint(code) : '\ufffd';
        },
      )
    : text;
