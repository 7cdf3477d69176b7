// @ts-check

/** Differences that are named; the rest are counted. */
const MOST_NAMED = 5;

/** @param {string[]} differences @returns {string} the first of them, as one text */
export function namedDifferences(differences) {
  const rest = differences.length - MOST_NAMED;
  return [...differences.slice(0, MOST_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}
