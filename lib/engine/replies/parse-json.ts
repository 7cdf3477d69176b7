import { MAX_NESTING, nestingDepth } from './nesting-depth';

/** The value of a JSON text, or null if the text isn't JSON or is nested more than 100 levels deep. */
export function parseJson(text: string): { value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return nestingDepth(text) > MAX_NESTING ? null : { value };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
