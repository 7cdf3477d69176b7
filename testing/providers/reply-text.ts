import type { JsonSchema } from '@/lib/engine/replies/compile-schema';
import { fittingValue } from './fitting-value';
import { schemaAt } from './formats/fields';
import type { Asked } from './formats/wire-format';

/** The text of a fitting reply: JSON if the request has a schema; otherwise the prose. */
export function replyText(asked: Asked, prose: string): string {
  const schema = asked.schema ?? printedSchema(asked.system);
  return schema ? JSON.stringify(fittingValue(schema, textsFor(asked.system))) : prose;
}

/** The schema that a prompt prints, on the line after its name (lib/engine/run/write-prompt.ts). */
function printedSchema(system: string): JsonSchema | null {
  const [, line] = /JSON Schema:\n(\{.*)/.exec(system) ?? [];
  if (line === undefined) return null;
  try {
    return schemaAt(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Validation wants a broken rule word for word: the first that the prompt lists. */
function textsFor(system: string): Record<string, string> {
  const [, rule] = /^- (.+)$/m.exec(system) ?? [];
  return rule === undefined ? {} : { rule };
}

const MOST_PIECES = 8;

/** A text in up to eight pieces of equal length, none of which ends within a character. */
export function inPieces(text: string): string[] {
  const characters = Array.from(text);
  const length = Math.max(1, Math.ceil(characters.length / MOST_PIECES));
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; start += length)
    pieces.push(characters.slice(start, start + length).join(''));
  return pieces;
}
