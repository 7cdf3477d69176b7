/** Deepest nesting of JSON that is read: what walks a value calls itself once a level. */
export const MAX_NESTING = 100;

/** How deep brackets and braces are nested in JSON, without counting those in double quotes. Linear. */
export function nestingDepth(json: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (quoted) {
      if (character === '\\') at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth--;
  }
  return deepest;
}
