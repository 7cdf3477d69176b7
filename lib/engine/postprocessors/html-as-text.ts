import type { Nodes, Paragraph, Parent, PhrasingContent, Root, RootContent } from 'mdast';
import type { DefaultTreeAdapterTypes } from 'parse5';

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;

/** Elements whose text isn't read. */
const unread = new Set(['script', 'style', 'template', 'title', 'iframe', 'noscript']);
/** Elements that follow others in their line. All others begin a line of their own. */
const inLine = new Set(
  `a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time
  td th tt u var wbr`.split(/\s+/),
);
const opens = /^<(script|style)\b/i;
const breaks = /^<br\s*\/?>$/i;

/**
 * The tree with raw HTML replaced by its text, for documents that have no tags. Skips scripts and styles. Keeps a
 * `<br>` inside a paragraph or a cell.
 */
export async function withHtmlAsText(root: Root): Promise<Root> {
  const { parseFragment } = await import('parse5');
  const paragraphs = (html: string): Paragraph[] =>
    linesOf(parseFragment(html).childNodes)
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter((line) => line !== '')
      .map((value) => ({ type: 'paragraph', children: [{ type: 'text', value }] }));
  return replaced(root, paragraphs);
}

function replaced<Node extends Parent | Root>(node: Node, paragraphs: (html: string) => Paragraph[]): Node {
  const isLine = node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell';
  const children = isLine ? withoutTags(node.children as PhrasingContent[]) : node.children;
  return {
    ...node,
    children: (children as RootContent[]).flatMap((child): RootContent[] => {
      if (child.type === 'html' && !breaks.test(child.value)) return paragraphs(child.value);
      return [hasChildren(child) ? (replaced(child, paragraphs) as RootContent) : child];
    }),
  };
}

const hasChildren = (node: Nodes): node is Nodes & Parent => 'children' in node;

/** The nodes of a line without tags, and without what the tags of a script or a style enclose. */
function withoutTags(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  let ends: RegExp | null = null;
  return nodes.filter((node) => {
    if (node.type !== 'html') return ends === null;
    if (ends?.test(node.value)) ends = null;
    else if (ends === null) {
      const [, name] = opens.exec(node.value) ?? [];
      if (name) ends = new RegExp(`^</${name}\\b`, 'i');
    }
    return breaks.test(node.value);
  });
}

function linesOf(nodes: readonly HtmlNode[]): string {
  let text = '';
  for (const node of nodes) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value.replace(/\s+/g, ' ');
    else if (node.nodeName === 'br') text += '\n';
    else if ('childNodes' in node && !unread.has(node.nodeName)) {
      const inner = linesOf(node.childNodes);
      const isCell = node.nodeName === 'td' || node.nodeName === 'th';
      text += inLine.has(node.nodeName) ? inner + (isCell ? ' ' : '') : `\n${inner}\n`;
    }
  }
  return text;
}
