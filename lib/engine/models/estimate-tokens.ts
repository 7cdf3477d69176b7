/** Characters of one token; in scripts without spaces, each character is about one. */
const CHARACTERS_PER_TOKEN = 4;

/** About how many tokens a text has, in time linear in its length. Bills are made of the provider's own counts. */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index += 1) if (isWide(text.charCodeAt(index))) wide += 1;
  return Math.ceil((text.length - wide) / CHARACTERS_PER_TOKEN) + wide;
}

/** About how many tokens a text of so many bytes has, mostly in Latin letters. */
export const tokensOfBytes = (bytes: number): number => Math.ceil(bytes / CHARACTERS_PER_TOKEN);

/** Hangul, kana, Chinese characters and their full-width companions. */
const isWide = (unit: number): boolean =>
  unit >= 0x1100 &&
  (unit <= 0x11ff ||
    (unit >= 0x2e80 && unit <= 0x9fff) ||
    (unit >= 0xac00 && unit <= 0xd7af) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    unit >= 0xff00);
