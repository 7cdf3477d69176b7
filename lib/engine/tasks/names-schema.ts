/** Whether the options of a task have a JSON Schema of the caller's, as `schemaOption` takes it. */
export const namesSchema = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && (options as { schema?: unknown }).schema != null;
