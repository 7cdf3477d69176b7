const key = Symbol.for('switchyard.loggedErrors');
const holder = globalThis as { [key]?: WeakSet<object> };

/**
 * Errors that have their line in the log, so that none gets two: the server and what Next has bundled have one such set
 * between them.
 */
export const loggedErrors = {
  /** @returns whether it was not there yet */
  add: (error: unknown): boolean => {
    if (typeof error !== 'object' || error === null) return true;
    const errors = holder[key] ?? new WeakSet();
    holder[key] = errors;
    const isNew = !errors.has(error);
    errors.add(error);
    return isNew;
  },
};
