import { type BundledLanguage, createHighlighter, type Highlighter, type ShikiTransformer } from 'shiki';
import { codeTheme, tokenClasses } from './code-theme';

const languages = [
  ...['graphql', 'json', 'bash', 'ts', 'tsx', 'js', 'http', 'text', 'yaml', 'csv', 'python', 'sql', 'diff'],
  ...['markdown', 'html', 'dockerfile'],
] as const;

let highlighter: Promise<Highlighter> | undefined;

/** A class a colour instead of a style a token: pages are half as large, and need no inline style. */
const colourClasses: ShikiTransformer = {
  span(node) {
    const colour = /color:(#[0-9a-f]{6})/i.exec(String(node.properties.style ?? ''))?.[1]?.toLowerCase();
    delete node.properties.style;
    const name = colour && tokenClasses[colour];
    if (name) node.properties.class = name;
  },
};

/**
 * Colours code when the site is built.
 * @returns the HTML of its lines, escaped
 * @throws Error for a language that is not in the list above
 */
export async function highlight(code: string, language: string): Promise<string> {
  if (!(languages as readonly string[]).includes(language))
    throw new Error(
      `Code of the language '${language}' cannot be highlighted; lib/content/highlight.ts lists them.`,
    );
  highlighter ??= createHighlighter({ langs: [...languages] as BundledLanguage[], themes: [codeTheme] });
  const html = (await highlighter).codeToHtml(code.trimEnd(), {
    lang: language,
    theme: codeTheme.name,
    structure: 'inline',
    transformers: [colourClasses],
  });
  return html.replaceAll('<br>', '\n').replaceAll(/<span>([^<]*)<\/span>/g, '$1');
}
