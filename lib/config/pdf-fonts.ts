/**
 * The files of the fonts, as modules. They aren't imported: copy-served.ts copies them, so that they are found when the
 * site is served too.
 */
export const fontFiles = [
  ...['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'].map((style) => fontFile('Sans', style)),
  ...['400Regular', '700Bold'].flatMap((style) =>
    ['Sans Mono', 'Sans Arabic', 'Sans Hebrew', 'Sans Devanagari'].map((family) => fontFile(family, style)),
  ),
  ...['400Regular', '700Bold'].map((style) => `@expo-google-fonts/vazirmatn/${style}/Vazirmatn_${style}.ttf`),
  ...['Sans SC', 'Sans KR', 'Sans Math', 'Sans Symbols', 'Sans Symbols 2', 'Emoji'].map((family) =>
    fontFile(family, '400Regular'),
  ),
];

/**
 * Families in the order in which a character is looked for. Vazirmatn draws each letter of Arabic as one glyph. Noto Sans
 * Arabic, which has letters of more languages, draws its dots apart, and readers of PDF then find the letter twice.
 */
export const textFonts = [
  ...[
    'Noto Sans',
    'Vazirmatn',
    'Noto Sans Arabic',
    'Noto Sans Hebrew',
    'Noto Sans Devanagari',
    'Noto Sans SC',
  ],
  ...['Noto Sans KR', 'Noto Sans Math', 'Noto Sans Symbols', 'Noto Sans Symbols 2', 'Noto Emoji'],
];
export const codeFonts = ['Noto Sans Mono', ...textFonts];

function fontFile(family: string, style: string): string {
  const folder = `noto-${family.toLowerCase().replaceAll(' ', '-')}`;
  return `@expo-google-fonts/${folder}/${style}/Noto${family.replaceAll(' ', '')}_${style}.ttf`;
}
