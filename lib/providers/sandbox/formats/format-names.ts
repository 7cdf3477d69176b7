/** The formats between which the sandbox converts. */
export const formatNames = ['json', 'csv', 'yaml', 'xml', 'markdown', 'html', 'text'] as const;

export type FormatName = (typeof formatNames)[number];
