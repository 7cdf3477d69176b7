/**
 * Text that cannot steer a terminal or hide in it: control characters, those that turn the direction of writing and
 * those that take no room stand as their escapes (`\u001b`). Line breaks and tabs stay.
 */
export function visibleText(text: string): string {
  return text.replace(
    /(?!\r\n|[\n\t])[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu,
    (character) => character.split('').map(escaped).join(''),
  );
}

// By UTF-16 units, as JSON reads them.
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
