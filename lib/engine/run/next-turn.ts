/** Characters of a text that is worked on without letting others go first. */
const shortText = 50_000;

/** Lets what else waits in the process go first, if a long text is about to be worked on. */
export async function nextTurn(text: string): Promise<void> {
  if (text.length > shortText) await new Promise(setImmediate);
}
