import type { Root, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { readFence } from './fence';
import { plainComponents } from './plain-components';

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMdx);

/** The syntax tree of MDX without front matter. @throws Error (VFileMessage) with the place of a fault */
export function markdownTree(source: string): Root {
  return parser.parse(source) as Root;
}

type Component = Extract<RootContent, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>;

/**
 * The syntax tree of MDX with every component as the plain Markdown it means; of a fence's meta only the title stays.
 * The Markdown twins, the table of contents and the search all read this one.
 * @throws Error that names a component without a plain form, or an attribute it lacks
 */
export function plainTree(source: string): Root {
  return { type: 'root', children: markdownTree(source).children.flatMap(plain) };
}

function plain(node: RootContent): RootContent[] {
  if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') return plainComponent(node);
  if (node.type === 'code') {
    const { title } = readFence(node.meta);
    return [{ ...node, meta: title === undefined ? null : `title="${title}"` }];
  }
  if ('children' in node) return [{ ...node, children: node.children.flatMap(plain) } as RootContent];
  return [node];
}

function plainComponent({ name, attributes, children }: Component): RootContent[] {
  const component = name && Object.hasOwn(plainComponents, name) ? plainComponents[name] : undefined;
  if (!component) throw new Error(`<${name}> has no plain form; lib/content/plain-components.ts lists them.`);
  const attribute = (wanted: string) => {
    const found = attributes.find((one) => one.type === 'mdxJsxAttribute' && one.name === wanted);
    if (typeof found?.value !== 'string') throw new Error(`<${name}> lacks the attribute '${wanted}'.`);
    return found.value;
  };
  return component(attribute, children.flatMap(plain));
}
