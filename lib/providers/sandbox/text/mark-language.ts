/** Characters before the first word of a text: tags, and the marks of a heading, list or quote. */
const LEADING_MARKUP = /^(?:\s|<[^<>]{0,500}>|#{1,6}\s|[-*+>]\s|\d{1,3}[.)]\s){0,20}/;

/**
 * The sandbox can't translate: a text that was wanted in another language is marked before its first word, as `[de] `.
 * @param from the text's language; `und` if it couldn't be detected
 * @param to the language wanted
 */
export function markLanguage(text: string, from: string, to: string): string {
  if (isSameLanguage(from, to)) return text;
  const start = LEADING_MARKUP.exec(text)?.[0].length ?? 0;
  return `${text.slice(0, start)}[${to}] ${text.slice(start)}`;
}

/** Whether two BCP 47 tags name the same language, whatever their regions. */
export function isSameLanguage(one: string, other: string): boolean {
  return primary(one) === primary(other);
}

const primary = (tag: string) => tag.toLowerCase().split('-')[0];
