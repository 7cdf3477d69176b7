import { patternWork } from '@/lib/engine/expressions/pattern-work';
import type { SpendWork } from '@/lib/engine/expressions/work-budget';

/**
 * Counts what it takes to compile a JSON Schema, before that is done: its parts, and each of its patterns once. Examples
 * and values of `enum` that look like parts count as such.
 * @param schema nested at most 100 levels
 */
export function spendOnSchema(schema: unknown, spend: SpendWork): void {
  const patterns = new Set<string>();
  let parts = 0;
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) parts += 1;
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'pattern' && typeof inner === 'string') patterns.add(inner);
      else visit(inner);
    }
  };
  visit(schema);
  spend('parts of JSON Schemas', parts);
  for (const pattern of patterns) spend('instructions of patterns', patternWork(pattern));
}
