import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import ts from 'typescript';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

/** A text of a file: as long as its source there, with spaces for markup and a word of X's for code. */
export interface Passage {
  text: string;
  /** Characters before it in the file. */
  offset: number;
  /** Whether it's a comment or the title of a test, which have more rules. */
  isComment?: boolean;
}

const markdown = unified().use(remarkParse).use(remarkGfm);
const mdx = unified().use(remarkParse).use(remarkGfm).use(remarkMdx);

const spaces = (text: string) => ' '.repeat(text.length);
const code = (text: string) => 'X'.repeat(text.length);

/**
 * The texts of a Markdown or MDX page: paragraphs, headings, cells, and what its front matter shows to readers.
 * @param isMdx whether its JSX and its front matter are read as such
 */
export function markdownPassages(source: string, isMdx: boolean): Passage[] {
  const [head = ''] = isMdx ? (/^---\n[\s\S]*?\n---\n/.exec(source) ?? []) : [];
  const passages = [...head.matchAll(/^(?:title|summary|description): (.*)$/gm)].map((match) => {
    const [line, text = ''] = match;
    return { text, offset: match.index + line.length - text.length };
  });
  visit((isMdx ? mdx : markdown).parse(head.replace(/./g, ' ') + source.slice(head.length)), (node) => {
    if (node.type !== 'paragraph' && node.type !== 'heading' && node.type !== 'tableCell') return;
    const { start, end } = offsetsOf(node);
    passages.push({ text: proseOf(node, source, start).padEnd(end - start), offset: start });
    return 'skip';
  });
  return passages;
}

const offsetsOf = ({ position }: Nodes) => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});

/** The source from a place to the end of a node, without its markup. */
function proseOf(node: Nodes, source: string, from: number): string {
  let text = '';
  visit(node, (part) => {
    if (part.type !== 'text' && part.type !== 'inlineCode') return;
    const { start, end } = offsetsOf(part);
    const own = source.slice(start, end);
    text = text.padEnd(start - from) + (part.type === 'text' ? own : code(own));
  });
  return text;
}

const uncheckedAttributes = new Set(['className', 'd', 'href', 'viewBox']);
/** Words to search for, or to find in texts, aren't shown, and may be any word. */
const uncheckedProperties = new Set(['words']);

/** The texts of a TypeScript file: JSX, and string literals that aren't names, addresses, queries or classes. */
export function sourcePassages(source: string, fileName: string): Passage[] {
  const passages: Passage[] = [];
  const add = (text: string, offset: number) => {
    if (/[a-zA-Z] [a-zA-Z]|^[A-Z]/.test(text.trim()) && !isCode(text)) passages.push({ text, offset });
  };
  const read = (node: ts.Node): void => {
    if (isUnchecked(node)) return;
    if (ts.isJsxText(node)) add(node.text, node.pos);
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
      add(inQuotes(node.getText()), node.getStart() + 1);
    else if (ts.isTemplateExpression(node)) add(templateText(node), node.getStart() + 1);
    ts.forEachChild(node, read);
  };
  read(ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true));
  return passages;
}

/** A query, or a name such as `JOB_FAILED`. */
const isCode = (text: string) =>
  /^[A-Z_]+$/.test(text) ||
  /\b(ALTER TABLE|BEGIN|CREATE|DELETE FROM|DROP|FROM|INSERT|ORDER BY|PRAGMA|SELECT|SET|WHERE)\b/.test(text);

const isUnchecked = (node: ts.Node) =>
  ts.isImportDeclaration(node) ||
  ts.isTypeNode(node) ||
  ts.isTaggedTemplateExpression(node) ||
  (ts.isJsxAttribute(node) && uncheckedAttributes.has(node.name.getText())) ||
  (ts.isPropertyAssignment(node) &&
    ts.isStringLiteralLike(node.initializer) &&
    uncheckedProperties.has(node.name.getText())) ||
  (ts.isCallExpression(node) && node.expression.getText() === 'graphql') ||
  isWordList(node);

/** A text that is divided into its words. */
const isWordList = (node: ts.Node) =>
  ts.isStringLiteralLike(node) &&
  ts.isPropertyAccessExpression(node.parent) &&
  node.parent.name.text === 'split';

const inQuotes = (literal: string) => literal.slice(1, -1).replace(/\\./g, spaces);

/** A template without its quotes, with a word of X's for each expression. */
function templateText(node: ts.TemplateExpression): string {
  const from = node.getStart();
  let text = node.getText();
  for (const { expression } of node.templateSpans) {
    const [start, end] = [expression.pos - 2 - from, expression.end + 1 - from];
    text = text.slice(0, start) + code(text.slice(start, end)) + text.slice(end);
  }
  return inQuotes(text);
}
