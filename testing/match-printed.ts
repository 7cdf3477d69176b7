import { expect } from 'vitest';

const number = expect.any(Number);
const moment = expect.stringMatching(/^\d{13}$/);

/** Ids and times differ each time; the figures follow from the words of prompts. */
const varying = new Map<string, unknown>([
  ['jobId', expect.stringMatching(/^job_[0-9a-z]{20}$/)],
  ...['createdAt', 'finishedAt', 'expires_at'].map((name) => [name, moment] as const),
  ...[
    'tokensIn',
    'tokensOut',
    'inputTokens',
    'outputTokens',
    'estimatedTokens',
    'latencyMs',
    'milliseconds',
  ].map((name) => [name, number] as const),
  ...['cost', 'estimatedCost', 'maxCost'].map((name) => [name, number] as const),
]);

/** A matcher for a value that a page prints as a response. An ellipsis in a text is any text. */
export function matcherOf(printed: unknown, name = ''): unknown {
  if (varying.has(name) && printed) return varying.get(name);
  if (typeof printed === 'string' && printed.includes('…'))
    return expect.stringMatching(new RegExp(`^${printed.split('…').map(literally).join('[^]*')}$`));
  if (Array.isArray(printed)) return printed.map((item) => matcherOf(item));
  if (typeof printed !== 'object' || printed === null) return printed;
  return Object.fromEntries(Object.entries(printed).map(([key, value]) => [key, matcherOf(value, key)]));
}

const literally = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
