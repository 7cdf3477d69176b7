import type { Element, ElementContent, Root } from 'hast';
import { visit } from 'unist-util-visit';
import { readFence } from './fence';
import { highlight } from './highlight';

type MdxJsxFlowElement = Extract<ElementContent, { type: 'mdxJsxFlowElement' }>;

const attribute = (name: string, value: string) => ({ type: 'mdxJsxAttribute' as const, name, value });

/**
 * Rehype plugin: a fenced block becomes `<CodeBlock>` with its highlighted lines as one string, and the `title` of its
 * fence. An element per token would be in a page twice, as HTML and as React's data.
 */
export function highlightCode() {
  return async (tree: Root) => {
    const found: { parent: Root | Element; index: number; code: Element }[] = [];
    visit(tree, 'element', (node, index, parent) => {
      const code = node.children[0];
      if (node.tagName !== 'pre' || code?.type !== 'element' || index === undefined || !parent) return;
      found.push({ parent: parent as Root | Element, index, code });
    });
    for (const { parent, index, code } of found) {
      const [first] = code.children;
      const language = /language-(\S+)/.exec(String(code.properties.className ?? ''))?.[1] ?? 'text';
      const { meta } = (code.data ?? {}) as { meta?: string };
      const { title } = readFence(meta);
      const html = await highlight(first?.type === 'text' ? first.value : '', language);
      const block: MdxJsxFlowElement = {
        type: 'mdxJsxFlowElement',
        name: 'CodeBlock',
        attributes: [
          attribute('html', html),
          attribute('language', language),
          ...(title ? [attribute('title', title)] : []),
        ],
        children: [],
      };
      parent.children[index] = block;
    }
  };
}
