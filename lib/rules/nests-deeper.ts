/** Whether a JSON value has more levels of lists and objects. Code that writes JSON recurses once per level. */
export const nestsDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => nestsDeeper(inner, levels - 1)));
