import type { ElementContent, Root, RootContent } from 'hast';
import type { Schema } from 'hast-util-sanitize';
import type { DefaultTreeAdapterMap, TreeAdapter } from 'parse5';
import { z } from 'zod';
import { definePostprocessor, fileTooLarge, longestFile, PostprocessorProblem } from './define-postprocessor';
import { readMarkdown } from './read-markdown';
import { fileNameOption, titleOption } from './shared-options';

/** Levels of elements: the libraries follow them by recursion. */
const MOST_LEVELS = 400;

export const writeToHtml = definePostprocessor({
  name: 'writeToHtml',
  summary: 'Writes the text as sanitised HTML.',
  options: z.strictObject({
    file_name: fileNameOption,
    title: titleOption.describe("The document's title, in its head; the step's id if left out."),
    language: z
      .string()
      .max(100)
      .refine(isLanguageTag, 'must be a language tag, such as en or pt-BR')
      .default('en')
      .describe("The document's language, as a tag (BCP 47)."),
    fragment: z.boolean().default(false).describe('Whether the file has only the content of the body.'),
  }),
  async process({ text }, { file_name, title, language, fragment }, { stepId }) {
    const content = await toSafeHtml(text);
    if (content.length > longestFile) throw fileTooLarge();
    const body = content === '' ? '' : `${content}\n`;
    return {
      file: {
        name: file_name ?? `${stepId}.html`,
        type: 'text/html; charset=utf-8',
        bytes: Buffer.from(fragment ? body : asDocument(body, title ?? stepId, language)),
      },
    };
  },
});

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const asDocument = (body: string, title: string, language: string): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>
</head>
<body>
${body}</body>
</html>
`;

/**
 * The text's Markdown as HTML, with the harmless part of its raw HTML. It's written, parsed as a browser does, and
 * written again, so that nothing can hide between two nodes of the Markdown.
 */
async function toSafeHtml(text: string): Promise<string> {
  const [{ toHast }, { toHtml }, { fromParse5 }, { sanitize }, parse5] = await Promise.all([
    import('mdast-util-to-hast'),
    import('hast-util-to-html'),
    import('hast-util-from-parse5'),
    import('hast-util-sanitize'),
    import('parse5'),
  ]);
  const hast = toHast(await readMarkdown(text), { allowDangerousHtml: true }) as Root;
  const html = toHtml(withoutControls(hast), { allowDangerousHtml: true });
  const parsed = parse5.parseFragment(html, { treeAdapter: bounded(parse5.defaultTreeAdapter) });
  const safe = sanitize(fromParse5(parsed), schema) as Root;
  return toHtml(withoutDeadLinks(safe)).trim();
}

/** The same adapter, which refuses elements that nest too deeply before work on them grows with their square. */
function bounded(adapter: TreeAdapter<DefaultTreeAdapterMap>): TreeAdapter<DefaultTreeAdapterMap> {
  let depth = 0;
  return {
    ...adapter,
    onItemPush() {
      depth += 1;
      if (depth > MOST_LEVELS)
        throw new PostprocessorProblem(`elements of HTML nest at most ${MOST_LEVELS} levels deep.`);
    },
    onItemPop() {
      depth -= 1;
    },
  };
}

type Child = RootContent | ElementContent;

/** The tree with each element replaced, its children first. */
function mapElements<Parent extends { children: Child[] }>(
  parent: Parent,
  replace: (element: Child & { type: 'element' }) => readonly Child[],
): Parent {
  const children = parent.children.flatMap((child) =>
    child.type === 'element' ? replace(mapElements(child, replace)) : [child],
  );
  return { ...parent, children };
}

/** Boxes of task lists become characters, because those of HTML belong to forms; notes get a line instead of a heading. */
const withoutControls = (tree: Root): Root =>
  mapElements(tree, (element) => {
    const { tagName, properties } = element;
    if (tagName === 'input') return [{ type: 'text', value: properties.checked ? '☑' : '☐' }];
    if (tagName === 'h2' && properties.id === 'footnote-label')
      return [{ ...element, tagName: 'hr', properties: {}, children: [] }];
    return [element];
  });

/** Links that lead neither to the web, to mail, nor to a note become their text. */
const withoutDeadLinks = (tree: Root): Root =>
  mapElements(tree, (element) =>
    element.tagName !== 'a' || LINK.test(String(element.properties.href)) ? [element] : element.children,
  );

const LINK = /^(?:https?:\/\/[^/\\]|mailto:|#user-content-fn)/i;

/** Elements that only mark their text up. The text of others stays, except those under `strip`. */
const schema: Schema = {
  tagNames:
    `a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption
    figure h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q rp rt ruby s samp section small span strike strong sub
    summary sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(/\s+/),
  strip:
    `applet audio canvas embed frame frameset head iframe math noembed noframes noscript object script select style
    svg template textarea title video xmp`.split(/\s+/),
  attributes: {
    '*': ['dir', 'lang', 'title', ['id', /^user-content-fn(?:ref)?-/]],
    a: ['href'],
    code: [['className', /^language-./]],
    col: ['span'],
    colgroup: ['span'],
    details: ['open'],
    li: ['value'],
    ol: ['reversed', 'start'],
    td: ['align', 'colSpan', 'rowSpan'],
    th: ['align', 'colSpan', 'rowSpan', 'scope'],
    time: ['dateTime'],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
  required: {},
  clobber: [],
};
