// @ts-check

const key = Symbol.for('switchyard.loggedErrors');
const holder = /** @type {{ [key]?: WeakSet<object> }} */ (globalThis);

/**
 * Errors that have their line in the log, so that none gets two: the server and what Next has bundled have one such set
 * between them.
 */
export const loggedErrors = {
  /** @param {unknown} error @returns {boolean} whether it was not there yet */
  add: (error) => {
    holder[key] ??= new WeakSet();
    if (typeof error !== 'object' || error === null) return true;
    const isNew = !holder[key].has(error);
    holder[key].add(error);
    return isNew;
  },
};
