import client from 'prom-client';
import type { DatabaseKind } from '@/lib/config/database-url';
import { version } from '@/lib/config/releases';
import { runtime } from '@/lib/server/runtime/runtime';

/** What the process is, and the connections of its pools. */
export function observeProcess(register: client.Registry, database: DatabaseKind): void {
  const registers = [register];
  client.collectDefaultMetrics({ register });
  new client.Gauge({
    name: 'switchyard_build_info',
    help: 'Always 1; its labels say which version runs, on which Node and kind of database.',
    labelNames: ['version', 'node', 'database'],
    registers,
  }).set({ version, node: process.versions.node, database }, 1);
  new client.Gauge({
    name: 'database_connections',
    help: 'Connections to PostgreSQL, by pool and state; waiting: calls that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, ...counts } of runtime.api?.context.db.connections() ?? [])
        for (const [state, count] of Object.entries(counts)) this.set({ pool, state }, count);
    },
  });
}
