// @ts-check
import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What answering a request found out, for the server's log and metrics: ids and names of ours only, nothing that a
 * person or a client chose.
 *
 * @typedef {object} RequestNotes
 * @property {{ field: string, code: string }[]} fields the root fields of the schema that were called, with `OK` or the
 *   code of the first error; `none` stands for a document that called nothing
 * @property {string} [accountId]
 * @property {string} [userId]
 * @property {(bytes: number) => void} [hold] to be called with what the request keeps in memory from now on: its body
 *   while it arrives, its answer until it has been read (server/http/connections/held-bytes.ts)
 */

// Kept on globalThis: the server in front of Next and the code that Next has bundled must meet in one store.
const holder = /** @type {{ switchyardNotes?: AsyncLocalStorage<RequestNotes> }} */ (globalThis);
holder.switchyardNotes ??= new AsyncLocalStorage();

/** The notes of the request at hand; there are none where nobody asked for them. */
export const requestNotes = holder.switchyardNotes;
