/** The beginning and the end of a part of a text, in characters. */
export type TextRange = readonly [from: number, to: number];

/**
 * Where a value is in a JSON text.
 * @param path as faults name it: `steps[0].task`
 * @returns the range of the value, or of the innermost one around it that is there; null if the text isn't JSON
 */
export function placeInJson(text: string, path: string): TextRange | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const names = path.match(/[^.[\]]+/g) ?? [];
  const scanner = new Scanner(text);
  scanner.value(names);
  return scanner.found;
}

/** Goes through a text that is JSON. */
class Scanner {
  found: TextRange | null = null;
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** @param path the names that lead from this value to the wanted value; null if it isn't in here */
  value(path: readonly string[] | null): void {
    this.#skip();
    const from = this.#at;
    const first = this.#text[from];
    if (first === '{') this.#members('}', path);
    else if (first === '[') this.#members(']', path);
    else this.#scalar();
    // An inner value has come before.
    if (path) this.found ??= [from, this.#at];
  }

  #members(end: '}' | ']', path: readonly string[] | null): void {
    const [wanted, ...rest] = path ?? [];
    this.#at += 1;
    for (let index = 0; this.#skip() !== end; index += 1) {
      const name = end === '}' ? this.#name() : String(index);
      this.value(path && wanted === name ? rest : null);
      if (this.#skip() === ',') this.#at += 1;
    }
    this.#at += 1;
  }

  #name(): string {
    const from = this.#at;
    this.#scalar();
    const name: string = JSON.parse(this.#text.slice(from, this.#at));
    this.#skip();
    // The colon.
    this.#at += 1;
    return name;
  }

  #scalar(): void {
    const scalar = /"(?:[^"\\]|\\.)*"|[^\s,[\]{}:"]+/y;
    scalar.lastIndex = this.#at;
    this.#at += scalar.exec(this.#text)?.[0].length ?? 0;
  }

  /** @returns the next character that isn't white space */
  #skip(): string | undefined {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return this.#text[this.#at];
  }
}
