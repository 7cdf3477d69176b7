// @ts-check

/** Characters of a message or stack that the log takes. */
const LONGEST = 4_000;

/**
 * A text as the log may have it.
 * @param {string} text that code has put together, perhaps with what a person typed
 * @returns {string} cut, and without what looks like a credential, an e-mail address or the query of an address
 */
export const impersonal = (text) =>
  text
    .slice(0, LONGEST)
    .replace(/\bsy_(live|session)_[\w-]+/gi, '…')
    .replace(/[\w.+-]{1,64}(@|%40)[\w-]{1,63}\.[\w.-]{1,253}/gi, '…')
    .replace(/\?[^\s"'`)]+=[^\s"'`)]*/g, '?…');
