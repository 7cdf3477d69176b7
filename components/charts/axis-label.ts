const shortest = 6;

/** A name cut to at most `length` characters (never under 6) for an axis, with an ellipsis in place of the rest. */
export function axisLabel(name: string, length: number): string {
  const characters = Array.from(name);
  const room = Math.max(shortest, Math.floor(length));
  if (characters.length <= room) return name;
  return `${characters
    .slice(0, room - 1)
    .join('')
    .trimEnd()}…`;
}
