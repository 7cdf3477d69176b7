/** Characters of a file's name. */
const LONGEST = 120;
/** Names that Windows keeps for devices, whatever their extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Characters that some system takes for a part of a path or of a command, and marks that change the direction of text. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029<>:"/\\|?*]/gu;

/**
 * A name that is safe on every system: no path, no control characters, no device.
 * @param fallback for a name of which nothing is left
 */
export function safeFileName(name: string, fallback: string): string {
  const safe = name
    .toWellFormed()
    .normalize('NFC')
    .replace(UNSAFE, '-')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  const [stem, extension] = divided(DEVICE.test(safe) ? `_${safe}` : safe || fallback);
  return [...stem].slice(0, LONGEST - extension.length).join('') + extension;
}

/** The name, or the first of `name-2`, `name-3`, … that isn't taken. Systems that fold case take them for one. */
export function freeFileName(name: string, taken: readonly string[]): string {
  const names = new Set(taken.map((other) => other.toLowerCase()));
  const [stem, extension] = divided(name);
  let free = name;
  for (let number = 2; names.has(free.toLowerCase()); number += 1) {
    const end = `-${number}${extension}`;
    free = [...stem].slice(0, LONGEST - end.length).join('') + end;
  }
  return free;
}

/** Before its extension, and the extension with its dot. */
function divided(name: string): [stem: string, extension: string] {
  const at = name.lastIndexOf('.');
  return at > 0 && name.length - at <= 20 ? [name.slice(0, at), name.slice(at)] : [name, ''];
}
