const colours = {
  plain: '#e9efec',
  comment: '#8fa39a',
  keyword: '#6ee7a8',
  name: '#9ecbff',
  text: '#ffd479',
  value: '#ffb38a',
} as const;

/** The class that stands for a token's colour; app/prose.css gives it that colour again. Plain text has none. */
export const tokenClasses: Record<string, string | undefined> = {
  [colours.comment]: 'tk-c',
  [colours.keyword]: 'tk-k',
  [colours.name]: 'tk-n',
  [colours.text]: 'tk-s',
  [colours.value]: 'tk-v',
};

const rule = (foreground: string, scope: string[]) => ({ scope, settings: { foreground } });

/** The house's colours for code on ink, each above 7:1. */
export const codeTheme = {
  name: 'switchyard',
  type: 'dark' as const,
  colors: { 'editor.background': '#0b1210', 'editor.foreground': colours.plain },
  settings: [
    { settings: { foreground: colours.plain, background: '#0b1210' } },
    rule(colours.comment, ['comment', 'punctuation.definition.comment']),
    rule(colours.keyword, ['keyword', 'storage', 'support.function.builtin', 'entity.name.tag']),
    rule(colours.name, [
      'entity.name',
      'support.type',
      'support.class',
      'variable.other.property',
      'meta.object-literal.key',
    ]),
    rule(colours.text, ['string', 'punctuation.definition.string']),
    rule(colours.value, ['constant', 'variable.parameter', 'support.constant']),
    rule(colours.plain, ['string.unquoted', 'keyword.operator']),
  ],
};
