import type { Logger } from 'pino';
import type { Environment } from '@/lib/config/environment';
import { type Hindrance, readinessCheck } from '@/lib/server/runtime/readiness-check';
import { runtime } from '@/lib/server/runtime/runtime';
import { createBoundedServer } from '@/server/http/connections/bounded-server';
import { listen } from '@/server/http/connections/listen';
import { monitoring } from './monitoring';

interface MonitoringServer {
  /** Where it listens. */
  port: number;
  close(): void;
}

/**
 * Serves health and metrics of a process that serves nothing else.
 * @param port 0 takes any free port
 * @param isEnding whether the process has been asked to end
 * @throws Stop if the port can't be used
 */
export async function serveMonitoring(
  environment: Environment,
  port: number,
  logger: Logger,
  isEnding: () => boolean,
): Promise<MonitoringServer> {
  const server = createBoundedServer({ dev: false, trustProxy: environment.trustProxy });
  const monitor = monitoring(environment, server, logger, isEnding, workerReadiness(environment));
  server.on('request', (request, response) =>
    monitor.observe(request, response, { fields: [] }, async () => {
      try {
        if (await monitor.respond(request, response)) return;
        response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
        response.end('Not found. A worker has /api/health, /api/health/ready and /api/metrics.\n');
      } catch (error) {
        logger.error({ err: error }, 'Request failed');
        response.destroy();
      }
    }),
  );
  return {
    port: await listen(server, { host: environment.host, port, variable: 'HEALTH_PORT' }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A process that serves nothing else isn't ready while others take it for dead. */
function workerReadiness({ databaseUrl }: Environment): () => Promise<Hindrance | undefined> {
  const check = readinessCheck(databaseUrl);
  return async () => {
    const hindrance = await check();
    if (hindrance || runtime.api?.workflows.worker.heartbeat.isAlive) return hindrance;
    return { cause: "The worker takes no jobs: it couldn't report in." };
  };
}
