import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE = 5_000; // milliseconds, as a supervisor's probe has

/** What probes of a server found. */
export interface Readiness {
  probes: number;
  ready: number;
  /** Milliseconds. */
  slowest: number;
}

/**
 * Probes whether a server is ready, one request after the other, until it is stopped.
 *
 * @param every milliseconds between two requests
 * @returns a function that stops and returns what the probes found
 */
export function probeReadiness(origin: string, every: number): () => Promise<Readiness> {
  const readiness = { probes: 0, ready: 0, slowest: 0 };
  let isStopped = false;
  const probe = async () => {
    const since = performance.now();
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(`${origin}/api/health/ready`, { signal }).catch(() => null);
    await response?.body?.cancel();
    readiness.probes += 1;
    readiness.ready += response?.ok ? 1 : 0;
    readiness.slowest = Math.max(readiness.slowest, performance.now() - since);
  };
  const probing = (async () => {
    while (!isStopped) {
      await probe();
      await delay(every);
    }
  })();
  return async () => {
    isStopped = true;
    await probing;
    return readiness;
  };
}
