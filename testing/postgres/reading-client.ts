import { setTimeout as delay } from 'node:timers/promises';
import { callApi, type Session } from '@/testing/run/loss/api-client';

interface Reading {
  /** Responses without success, and how long each took. */
  refused: { status: number; errors: unknown; milliseconds: number }[];
  /** Why requests had no complete response. */
  broken: unknown[];
  stop: () => Promise<void>;
}

/** Reads in a session again and again, whatever happens to the server, until it is stopped. */
export function readingClient(port: number, { token }: Session): Reading {
  const refused: Reading['refused'] = [];
  const broken: unknown[] = [];
  let isReading = true;
  const read = async () => {
    while (isReading) {
      const since = performance.now();
      try {
        const { status, data, errors } = await callApi(port, '{ me { id } }', { token });
        if (!data) refused.push({ status, errors, milliseconds: performance.now() - since });
      } catch (error) {
        broken.push(error);
      }
      await delay(20);
    }
  };
  const running = read();
  return {
    refused,
    broken,
    stop: async () => {
      isReading = false;
      await running;
    },
  };
}
