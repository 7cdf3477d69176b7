/** The length of a value. */
const LONGEST = 4_000;

/**
 * Reads a list in the form of OpenTelemetry's variables: `name=value,name=value`, with values in percent-encoding. Values
 * are printable ASCII, so that none of them ends a header.
 *
 * @param name matches each name
 * @returns undefined if an entry is wrong
 */
export function readPairs(text: string, name: RegExp): Record<string, string> | undefined {
  const pairs: Record<string, string> = {};
  for (const entry of text.split(',').filter((each) => each.trim() !== '')) {
    const at = entry.indexOf('=');
    const key = entry.slice(0, Math.max(at, 0)).trim();
    const value = decoded(entry.slice(at + 1).trim());
    if (!name.test(key) || value === undefined || !/^[\x20-\x7e]+$/.test(value) || value.length > LONGEST)
      return undefined;
    pairs[key] = value;
  }
  return pairs;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
