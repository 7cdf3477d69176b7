/**
 * Copies a text that outlives its request. In V8, a part of a longer text (trimmed or sliced) shares that text's
 * memory, so everything the caller sent would stay in memory too.
 */
export const copyText = (text: string): string => Buffer.from(text).toString();
