/** Whether a JSON value has more levels of lists and objects. What writes JSON calls itself once a level. */
export const nestsDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => nestsDeeper(inner, levels - 1)));
