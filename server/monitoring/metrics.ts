import type { Server } from 'node:http';
import client from 'prom-client';
import type { DatabaseKind } from '@/lib/config/database-url';
import { version } from '@/lib/config/releases';
import { runtime, writeLoad } from '@/lib/server/runtime/runtime';
import { observeJobs } from './job-metrics';
import type { FinishedRequest } from './observe-requests';

export interface Metrics {
  count(request: FinishedRequest): void;
  /** Prints them in the text exposition format. */
  register: client.Registry;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/**
 * Counts for Prometheus. Every label has a bounded number of values: route classes, names of the schema and the catalog,
 * codes of ours.
 * @param database which kind the site has
 */
export function createMetrics(server: Server, database: DatabaseKind): Metrics {
  const register = new client.Registry();
  const registers = [register];
  observeProcess(register, database);
  observeWriteLoad(registers);
  observeJobs(registers);
  return { count: observeResponses(server, registers), register };
}

function observeResponses(server: Server, registers: client.Registry[]): Metrics['count'] {
  const requests = new client.Counter({
    name: 'http_requests_total',
    help: 'Responses, by method, kind of address and class of status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new client.Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the headers of a request to the end of its response.',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30, 60],
    registers,
  });
  const rateLimited = new client.Counter({
    name: 'http_rate_limited_total',
    help: 'Responses with status 429, by kind of address.',
    labelNames: ['route'],
    registers,
  });
  const fields = new client.Counter({
    name: 'graphql_root_fields_total',
    help: 'Root fields called, by name in the schema and OK or error code; none: no field was called.',
    labelNames: ['field', 'code'],
    registers,
  });
  const fieldDurations = new client.Histogram({
    name: 'graphql_root_field_duration_seconds',
    help: 'From the start of an operation to its result, by each root field that it called; streams until they begin.',
    labelNames: ['field'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const signIns = new client.Counter({
    name: 'sign_ins_total',
    help: 'Attempts to sign in: ok, refused (wrong password or address), limited, failed.',
    labelNames: ['result'],
    registers,
  });
  new client.Gauge({
    name: 'http_connections',
    help: 'Open connections.',
    registers,
    async collect() {
      this.set(await new Promise((resolve) => server.getConnections((_, count) => resolve(count ?? 0))));
    },
  });
  return ({ method, route, status, aborted, seconds, notes }) => {
    const knownMethod = methods.has(method) ? method : 'other';
    requests.inc({
      method: knownMethod,
      route,
      status: aborted ? 'aborted' : `${Math.floor(status / 100)}xx`,
    });
    durations.observe({ route }, seconds);
    if (status === 429) rateLimited.inc({ route });
    for (const { field, code, seconds: taken } of notes.fields) {
      fields.inc({ field, code });
      if (taken !== undefined) fieldDurations.observe({ field }, taken);
      if (field === 'signIn') signIns.inc({ result: signInResult(code) });
    }
  };
}

/** How a sign-in ended, by the code of its root field. */
function signInResult(code: string): 'ok' | 'refused' | 'limited' | 'failed' {
  if (code === 'OK') return 'ok';
  if (code === 'UNAUTHENTICATED') return 'refused';
  return code === 'RATE_LIMITED' ? 'limited' : 'failed';
}

function observeWriteLoad(registers: client.Registry[]): void {
  const writes = new client.Counter({
    name: 'database_writes_total',
    help: 'Transactions that write, by result: committed, refused by a rule, or failed.',
    labelNames: ['result'],
    registers,
  });
  const waits = new client.Histogram({
    name: 'database_write_wait_seconds',
    help: 'How long a transaction waited for the one writer.',
    buckets: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  new client.Gauge({
    name: 'database_writes_waiting',
    help: 'Transactions that wait for the one writer.',
    registers,
    collect() {
      this.set(writeLoad.waiting());
    },
  });
  writeLoad.onStart = (seconds) => waits.observe(seconds);
  writeLoad.onEnd = (result) => writes.inc({ result });
}

/** The process's own metrics, and the connections of its pools. */
function observeProcess(register: client.Registry, database: DatabaseKind): void {
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
