import ts from 'typescript';
import type { Passage } from './passages';

/** Instructions to tools, examples of code, and lines that only draw. */
const uncheckedComment = /^\/[/*]+\s*(biome-ignore|@ts-|@vitest-|@type|#|eslint|c8|v8)/;
const titled = new Set(['describe', 'it', 'test']);

/** The comments of a TypeScript file, and the titles of its tests. */
export function commentPassages(source: string, fileName: string): Passage[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const comments = new Map<number, ts.CommentRange>();
  const titles: Passage[] = [];
  const read = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) titles.push(...titlesOf(node));
    const parts = node.getChildren(file).filter(({ kind }) => !isJsdoc(kind));
    for (const part of parts) read(part);
    if (parts.length > 0 || ts.isJsxText(node)) return;
    const found = [
      ...(ts.getLeadingCommentRanges(source, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.pos) ?? []),
    ];
    for (const range of found) if (range.pos < node.getStart(file)) comments.set(range.pos, range);
  };
  read(file);
  const blocks = joined(
    [...comments.values()].sort((a, b) => a.pos - b.pos),
    source,
  );
  return [...blocks.flatMap(({ pos, end }) => paragraphsOf(source.slice(pos, end), pos)), ...titles];
}

const isJsdoc = (kind: ts.SyntaxKind) =>
  kind >= ts.SyntaxKind.FirstJSDocNode && kind <= ts.SyntaxKind.LastJSDocNode;

/** Consecutive line comments are one text. */
function joined(ranges: ts.CommentRange[], source: string): { pos: number; end: number }[] {
  const blocks: { pos: number; end: number }[] = [];
  for (const { pos, end, kind } of ranges) {
    if (uncheckedComment.test(source.slice(pos, end))) continue;
    const last = blocks.at(-1);
    const isNext = last && /^\n[ \t]*$/.test(source.slice(last.end, pos));
    if (isNext && kind === ts.SyntaxKind.SingleLineCommentTrivia) last.end = end;
    else blocks.push({ pos, end });
  }
  return blocks;
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** The paragraphs, tags, and list items of a comment, without its marks and with a word of X's for code. */
function paragraphsOf(comment: string, offset: number): Passage[] {
  const text = comment
    .replace(/^\/\*+|\*+\/$|^[ \t]*\*(?!\/)|^[ \t]*\/\/+/gm, blank)
    .replace(/```[\s\S]*?```/g, blank)
    .replace(/`[^`]*`|\{@\w+ [^}]*\}/g, (code) => 'X'.repeat(code.length))
    .replace(
      /@(param|template) (\{[^}]*\} )?(\[[^\]]*\]|[\w.$]+)|@\w+( \{[^}]*\})?/g,
      (tag) => `\0${blank(tag).slice(1)}`,
    );
  const passages: Passage[] = [];
  let at = 0;
  for (const part of text.split(/(\n[ \t]*(?=\n)|\0|\n\s*(?:-|\d+\.) )/)) {
    if (/\w/.test(part)) passages.push({ text: part, offset: offset + at, isComment: true });
    at += part.length;
  }
  return passages;
}

/** The title of `test('…')`, `describe.each(…)('…')`, and the like. */
function titlesOf({ expression, arguments: [title] }: ts.CallExpression): Passage[] {
  let called: ts.Node = expression;
  while (
    ts.isCallExpression(called) ||
    ts.isPropertyAccessExpression(called) ||
    ts.isTaggedTemplateExpression(called)
  )
    called = ts.isTaggedTemplateExpression(called) ? called.tag : called.expression;
  if (!titled.has(called.getText()) || !title || !/^['"`]/.test(title.getText())) return [];
  const text = title
    .getText()
    .slice(1, -1)
    .replace(/`[^`]*`|\$\{[^}]*\}|\$[\w.]+|%[a-z]/g, (code) => 'X'.repeat(code.length))
    .replace(/\\(.)/g, ' $1');
  return [{ text, offset: title.getStart() + 1, isComment: true }];
}
