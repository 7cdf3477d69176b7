/** Whether two BCP 47 tags name the same language, whatever their regions. */
export function isSameLanguage(one: string, other: string): boolean {
  return primary(one) === primary(other);
}

const primary = (tag: string) => tag.toLowerCase().split('-')[0];
