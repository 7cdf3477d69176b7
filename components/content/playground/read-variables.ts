type Variables = { value: object } | { fault: string };

/** Reads the variables as written; none where nothing is written. `fault` is a sentence for people. */
export function readVariables(text: string): Variables {
  if (text.trim() === '') return { value: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value };
    return { fault: 'Variables must be a JSON object, such as {"limit": 5}.' };
  } catch (error) {
    return {
      fault: `The variables cannot be read: ${error instanceof Error ? error.message : error}.`,
    };
  }
}
