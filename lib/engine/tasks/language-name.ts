/** A language as models read it: `German (de)`. @param tag BCP 47 */
export function languageName(tag: string): string {
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(tag);
  return name && name !== tag ? `${name} (${tag})` : tag;
}
