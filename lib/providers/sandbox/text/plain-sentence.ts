/** A sentence on one line, without the marks of a list, quote, heading or emphasis around it. */
export function plainSentence(sentence: string): string {
  return sentence
    .replace(/^(?:#{1,6}\s|[-*+>•]\s|\d{1,3}[.)]\s|\[[ xX]\]\s|\s){1,4}/, '')
    .replace(/\*\*|__/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
