/**
 * The last index up to this one at which a text can be cut without splitting a character of two code units.
 * @param index in code units; past the end counts as the end
 */
export function endAtCharacter(text: string, index: number): number {
  if (index >= text.length) return text.length;
  const before = text.charCodeAt(index - 1);
  return before >= 0xd800 && before <= 0xdbff ? index - 1 : index;
}
