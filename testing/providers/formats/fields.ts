import type { JsonSchema } from '@/lib/engine/replies/compile-schema';
import type { Reported } from './wire-format';

/** A field deep in a parsed body; undefined if a part of the way isn't there. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
}

/** A list in a parsed body; empty if it isn't one. */
export const listAt = (value: unknown, ...path: (string | number)[]): unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};

export const textAt = (value: unknown, ...path: (string | number)[]): string => {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
};

export const schemaAt = (value: unknown, ...path: (string | number)[]): JsonSchema | null => {
  const found = at(value, ...path);
  return typeof found === 'object' && found !== null ? (found as JsonSchema) : null;
};

/** The text of a message's content: a string, or parts that have a text each. */
export const contentText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listAt(content)
        .map((part) => textAt(part, 'text'))
        .join('');

/** The texts of the messages of a role, joined, and of its last one. */
export function textsOf(
  messages: unknown[],
  roles: string[],
  content: string,
): { all: string; last: string } {
  const texts = messages
    .filter((message) => roles.includes(textAt(message, 'role')))
    .map((message) => contentText(at(message, content)));
  return { all: texts.join('\n\n'), last: texts.at(-1) ?? '' };
}

/** One server-sent event. @param name its `event` line, for formats that have one */
export const event = (data: object, name?: string): string =>
  `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`;

/** Usage as it is written: its numbers as they are, or as strings. */
export function written<Usage extends object>(usage: Usage, reported: NonNullable<Reported>): Usage {
  if (!reported.asText) return usage;
  return JSON.parse(JSON.stringify(usage, (_, value) => (typeof value === 'number' ? String(value) : value)));
}

/** Formats whose last events repeat the reply do so up to this length, so that a huge one isn't held in memory. */
const LONGEST_REPEATED = 64 * 1024;

/** Gathers what was said, for the events that repeat it. */
export function gatherText(): { add(piece: string): void; text(): string } {
  let text = '';
  return {
    add: (piece) => {
      if (text.length < LONGEST_REPEATED) text += piece;
    },
    text: () => text,
  };
}
