import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What answering a request found out, for the server's log and metrics: only ids and names of ours, nothing that a
 * person or a client chose.
 */
export interface RequestNotes {
  /**
   * The root fields of the schema that were called, with `OK` or the code of the first error; `none` is a document that
   * called nothing.
   */
  fields: { field: string; code: string }[];
  accountId?: string;
  userId?: string;
  /**
   * Called with the bytes the request keeps in memory from now on: its body while it arrives, its response until it has
   * been read (server/http/connections/held-bytes.ts).
   */
  hold?: (bytes: number) => void;
}

// Kept on globalThis: the server in front of Next and the code that Next has bundled must meet in one store.
const holder = globalThis as { switchyardNotes?: AsyncLocalStorage<RequestNotes> };
holder.switchyardNotes ??= new AsyncLocalStorage();

/** The notes of the request at hand; there are none where nobody asked for them. */
export const requestNotes = holder.switchyardNotes;
