/**
 * The address of a template's page. A name can have any characters, such as slashes, so it isn't part of the path.
 * @param base the list of jobs: one's own, or the account's
 */
export const templateAddress = (base: string, name: string): string =>
  `${base}/templates?${new URLSearchParams({ name: name.toWellFormed() })}`;
