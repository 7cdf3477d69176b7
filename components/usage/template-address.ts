/**
 * The address of a template's page.
 * @param base the list of jobs: one's own, or the account's
 */
export const templateAddress = (base: string, name: string): string =>
  `${base}/templates/${encodeURIComponent(name.toWellFormed())}`;

/** A template's name as a path has it: Next gives it as it was written. A malformed one is the name itself. */
export function nameInPath(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
