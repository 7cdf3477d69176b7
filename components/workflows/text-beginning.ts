/** Bytes of a text that are shown. */
export const mostShown = 100 * 1024;

/** The beginning of a text. */
export interface TextBeginning {
  text: string;
  isCut: boolean;
}

/** @param response to a request for the first `mostShown` bytes of a file in UTF-8 */
export async function readTextBeginning(response: Response): Promise<TextBeginning> {
  const size = Number(response.headers.get('content-range')?.split('/').at(-1) ?? 0);
  const isCut = size > mostShown;
  // A stream keeps the bytes of a character that the cut has halved, as if the other half could follow.
  const text = new TextDecoder().decode(await response.arrayBuffer(), { stream: isCut });
  return { text, isCut };
}
