import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Runs a request under its id, which answers and log lines quote. */
export function withRequestId<T>(id: string, run: () => T): T {
  return current.run(id, run);
}

/** The id of the request at hand. */
export function requestId(): string {
  return current.getStore() ?? 'none';
}
