import type { ElementContent } from 'hast';
import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import { hastToHtml } from 'shiki';

/** A text as HTML, and the parts of it that only React in the browser can draw. */
interface StaticHtml {
  /** Each island is an empty `<div data-island>` here, in the order of `islands`. */
  html: string;
  islands: ReactElement[];
}

type Props = Record<string, unknown> & {
  children?: ReactNode;
  dangerouslySetInnerHTML?: { __html: string };
};

const clientReference = Symbol.for('react.client.reference');

/**
 * Renders server components to HTML. React puts its own output into a page twice, as markup and as the data that it
 * hydrates from; a string that the markup contains needs to be there once.
 *
 * @throws Error for a prop that HTML can't express, such as an event handler or a style object
 */
export async function renderStatic(node: ReactNode): Promise<StaticHtml> {
  const islands: ReactElement[] = [];
  const children = await contentOf(node, islands);
  return { html: hastToHtml({ type: 'root', children }, { allowDangerousHtml: true }), islands };
}

async function contentOf(node: ReactNode, islands: ReactElement[]): Promise<ElementContent[]> {
  const settled = await node;
  if (settled === null || settled === undefined || typeof settled === 'boolean') return [];
  if (isValidElement<Props>(settled)) return elementContent(settled, islands);
  if (typeof settled === 'object' && Symbol.iterator in settled) {
    const content: ElementContent[] = [];
    // One by one: the islands are numbered in the order of the text.
    for (const child of settled) content.push(...(await contentOf(child, islands)));
    return content;
  }
  return [{ type: 'text', value: String(settled) }];
}

async function elementContent(
  element: ReactElement<Props>,
  islands: ReactElement[],
): Promise<ElementContent[]> {
  const { type, props } = element;
  if (type === Fragment) return contentOf(props.children, islands);
  if (typeof type === 'string') {
    const { children, dangerouslySetInnerHTML: raw, ...attributes } = props;
    return [
      {
        type: 'element',
        tagName: type,
        properties: propertiesOf(type, attributes),
        children: raw ? [{ type: 'raw', value: raw.__html }] : await contentOf(children, islands),
      },
    ];
  }
  if ('$$typeof' in type && type.$$typeof === clientReference) {
    islands.push(element);
    return [{ type: 'element', tagName: 'div', properties: { dataIsland: true }, children: [] }];
  }
  // A server component has no state: calling it is all that rendering it means.
  const component = type as (props: Props) => ReactNode;
  return contentOf(component(props), islands);
}

function propertiesOf(tagName: string, attributes: Record<string, unknown>) {
  const properties: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw new Error(`'${name}' of <${tagName}> can't be written as HTML.`);
    // Of aria-*, React writes true and false as words; HTML has no such attribute without a value.
    properties[name] = name.startsWith('aria-') ? String(value) : value;
  }
  return properties;
}
