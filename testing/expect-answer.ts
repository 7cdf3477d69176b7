import { expect } from 'vitest';
import type { ErrorCode } from '@/lib/config/error-codes';
import { errorDocs } from '@/lib/config/workflow-errors';
import { storedRows } from './stored-rows';
import type { Call, TestServer } from './test-server';

/** Sends a call that must succeed. @returns its data */
export async function expectData<Data>(server: TestServer, call: Call): Promise<Data> {
  const { data, errors } = await server.call<Data>(call);
  expect(errors).toEqual([]);
  return data as Data;
}

interface Refusal {
  code: ErrorCode;
  /** The exact sentence. */
  message: string;
  fields?: Record<string, string>;
}

/** How an API key is refused what its owner could do in a session. */
export const needsSession: Refusal = {
  code: 'FORBIDDEN',
  message: "This needs a signed-in session: an API key can't do it.",
};

/** Sends a call that must be refused in exactly this way: no data, no other error, nothing written. */
export async function expectRefusal(server: TestServer, call: Call, refusal: Refusal): Promise<void> {
  const { message, ...details } = refusal;
  const extensions = { ...details, docs: errorDocs(refusal.code) };
  const before = await storedRows(server.context);
  const { data, errors } = await server.call(call);
  expect(errors.map((error) => [error.message, error.extensions])).toEqual([[message, extensions]]);
  expect(Object.values(data ?? {}).filter((value) => value !== null)).toEqual([]);
  expect(await storedRows(server.context)).toEqual(before);
}

/** The refusal of one wrong field, whose sentence is the message. */
export function badField(field: string, message: string): Refusal {
  return { code: 'BAD_USER_INPUT', message, fields: { [field]: message } };
}
