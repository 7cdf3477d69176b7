/**
 * A copy of a text that is kept for longer than its request. A part of a longer text (trimmed, cut out) shares that
 * text's memory in V8: the whole of what a caller sent would be kept with it.
 */
export const copyText = (text: string): string => Buffer.from(text).toString();
