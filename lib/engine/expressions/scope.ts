/** The values that templates and conditions can read, all JSON. */
export interface Scope {
  input: string;
  variables: Record<string, unknown>;
  /** The text of the uploaded file; conditions can't read it. */
  file: string | null;
  /** The settled steps by id. A step without an output has null as `output`, and an empty text. */
  steps: Record<string, StepScope>;
}

export interface StepScope {
  status: string;
  output: unknown;
  /** The whole output as text; conditions don't read it. */
  text: string;
}

/** The parts of a scope that templates and conditions name. */
export interface Reads {
  /** Ids, each once. */
  steps: readonly string[];
  roots: readonly string[];
  /** Names of variables that are read by name; missing if there are none. */
  variables?: readonly string[];
  /**
   * Of a condition, the names of the values: `input`, `variables`, `variables.NAME`, `steps.ID.output`, and
   * `steps.ID.status`. Missing if there are none, and in jobs from before 0.17.0. Of a template, the names that it only
   * writes as they are: `variables.NAME` and `steps.ID.output.FIELD`. Missing if there are none, and in jobs from before
   * 0.18.0.
   */
  names?: readonly string[];
}

/** The names that an expression reads; most expressions read no variable. */
export const namedReads = (
  steps: Iterable<string>,
  roots: readonly string[],
  variables: ReadonlySet<string>,
): Reads => ({
  steps: [...steps],
  roots,
  ...(variables.size > 0 && { variables: [...variables] }),
});

/** The names that several templates read together. */
export const allReads = (reads: readonly Reads[]): Reads => ({
  steps: [...new Set(reads.flatMap(({ steps }) => steps))],
  roots: [...new Set(reads.flatMap(({ roots }) => roots))],
});

/** A scope without unread values, so that no file is needlessly sent to another process. */
export function narrowScope(scope: Scope, { steps, roots }: Reads): Scope {
  return {
    input: roots.includes('input') ? scope.input : '',
    variables: roots.includes('variables') ? scope.variables : {},
    file: roots.includes('file') ? scope.file : null,
    steps: Object.fromEntries(
      steps.flatMap((id) => (Object.hasOwn(scope.steps, id) ? [[id, scope.steps[id] as StepScope]] : [])),
    ),
  };
}

/**
 * Whether a value has at most so many characters and fields. Reads no further than that.
 * @param sizeOf the size of a text
 */
export const isSmall = (value: unknown, limit: number, sizeOf?: (text: string) => number): boolean =>
  leftBeside(value, limit, sizeOf) >= 0;

/**
 * How much of a limit on characters and fields a value leaves: less than 0 if it exceeds the limit. Stops reading there.
 * @param sizeOf the size of a text
 */
export function leftBeside(value: unknown, limit: number, sizeOf = (text: string) => text.length): number {
  let left = limit;
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    left -= typeof next === 'string' ? sizeOf(next) : 1;
    if (ArrayBuffer.isView(next)) left -= next.byteLength;
    else if (Array.isArray(next)) {
      left -= next.length;
      if (left >= 0) for (const entry of next) waiting.push(entry);
    } else if (typeof next === 'object' && next !== null) {
      for (const [name, field] of Object.entries(next)) {
        left -= 1 + sizeOf(name);
        waiting.push(field);
      }
    }
    if (left < 0) return left;
  }
  return left;
}
