// Options that take time to compile.

/** Whether the options of a task have the caller's JSON Schema, as `schemaOption` takes it. */
export const namesSchema = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && (options as { schema?: unknown }).schema != null;

/** The caller's regular expressions among the options of a preprocessor, as `stripSensitiveData` takes them. */
export function patternsIn(options: unknown): string[] {
  const { patterns } = (options ?? {}) as { patterns?: unknown };
  return Array.isArray(patterns) ? patterns.filter((pattern) => typeof pattern === 'string') : [];
}
