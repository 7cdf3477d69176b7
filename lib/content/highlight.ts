import { type BundledLanguage, createHighlighter, type Highlighter, type ShikiTransformer } from 'shiki';

const colors = {
  plain: '#e9efec',
  comment: '#8fa39a',
  keyword: '#6ee7a8',
  name: '#9ecbff',
  text: '#ffd479',
  value: '#ffb38a',
} as const;

/** The class for a token's color, to which app/prose.css gives that color. Plain text has none. */
const tokenClasses: Record<string, string | undefined> = {
  [colors.comment]: 'tk-c',
  [colors.keyword]: 'tk-k',
  [colors.name]: 'tk-n',
  [colors.text]: 'tk-s',
  [colors.value]: 'tk-v',
};

const rule = (foreground: string, scope: string[]) => ({ scope, settings: { foreground } });

/** The site's colors for code on ink, each above 7:1. */
const codeTheme = {
  name: 'switchyard',
  type: 'dark' as const,
  colors: { 'editor.background': '#0b1210', 'editor.foreground': colors.plain },
  settings: [
    { settings: { foreground: colors.plain, background: '#0b1210' } },
    rule(colors.comment, ['comment', 'punctuation.definition.comment']),
    rule(colors.keyword, ['keyword', 'storage', 'support.function.builtin', 'entity.name.tag']),
    rule(colors.name, [
      'entity.name',
      'support.type',
      'support.class',
      'variable.other.property',
      'meta.object-literal.key',
    ]),
    rule(colors.text, ['string', 'punctuation.definition.string']),
    rule(colors.value, ['constant', 'variable.parameter', 'support.constant']),
    rule(colors.plain, ['string.unquoted', 'keyword.operator']),
  ],
};

const languages = [
  ...[
    'graphql',
    'json',
    'bash',
    'ts',
    'tsx',
    'js',
    'http',
    'text',
    'yaml',
    'csv',
    'python',
    'go',
    'sql',
    'diff',
  ],
  ...['markdown', 'html', 'dockerfile'],
] as const;

let highlighter: Promise<Highlighter> | undefined;

/** One class per color, not one style per token: pages are half as large, and need no inline style. */
const colorClasses: ShikiTransformer = {
  span(node) {
    const color = /color:(#[0-9a-f]{6})/i.exec(String(node.properties.style ?? ''))?.[1]?.toLowerCase();
    delete node.properties.style;
    const name = color && tokenClasses[color];
    if (name) node.properties.class = name;
  },
};

/**
 * Colors code when the site is built.
 * @returns the HTML of its lines, escaped
 * @throws Error for a language that isn't in the list above
 */
export async function highlight(code: string, language: string): Promise<string> {
  if (!(languages as readonly string[]).includes(language))
    throw new Error(
      `Code of the language '${language}' can't be highlighted; lib/content/highlight.ts lists them.`,
    );
  highlighter ??= createHighlighter({ langs: [...languages] as BundledLanguage[], themes: [codeTheme] });
  const html = (await highlighter).codeToHtml(code.trimEnd(), {
    lang: language,
    theme: codeTheme.name,
    structure: 'inline',
    transformers: [colorClasses],
  });
  return html.replaceAll('<br>', '\n').replaceAll(/<span>([^<]*)<\/span>/g, '$1');
}
