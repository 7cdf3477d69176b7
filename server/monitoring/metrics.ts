import type { Server } from 'node:http';
import client from 'prom-client';
import { modelCalls, writeLoad } from '@/lib/server/runtime/runtime';
import type { Answered } from './observe-requests';

export interface Metrics {
  count(answered: Answered): void;
  /** The text exposition format, with its content type. */
  print(): Promise<{ type: string; text: string }>;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** Counts for Prometheus. Every label has a few fixed values: route classes, names of the schema, codes of ours. */
export function createMetrics(server: Server): Metrics {
  const register = new client.Registry();
  const registers = [register];
  client.collectDefaultMetrics({ register });
  const requests = new client.Counter({
    name: 'http_requests_total',
    help: 'Responses, by method, kind of address and class of status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new client.Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the headers of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
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
  observeWriteLoad(registers);
  observeModelCalls(registers);
  return {
    count: ({ method, route, status, aborted, seconds, notes }) => {
      const knownMethod = methods.has(method) ? method : 'other';
      requests.inc({
        method: knownMethod,
        route,
        status: aborted ? 'aborted' : `${Math.floor(status / 100)}xx`,
      });
      durations.observe({ route }, seconds);
      if (status === 429) rateLimited.inc({ route });
      for (const { field, code } of notes.fields) {
        fields.inc({ field, code });
        if (field === 'signIn') signIns.inc({ result: signInResult(code) });
      }
    },
    print: async () => ({ type: register.contentType, text: await register.metrics() }),
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
    help: 'Transactions that write, by result: committed or failed.',
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

function observeModelCalls(registers: client.Registry[]): void {
  const calls = new client.Counter({
    name: 'model_calls_total',
    help: 'Calls of AI providers, by provider and result: OK, CANCELED or the code of the failure.',
    labelNames: ['provider', 'result'],
    registers,
  });
  const durations = new client.Histogram({
    name: 'model_call_duration_seconds',
    help: 'From the call of an AI provider to the end of its answer.',
    labelNames: ['provider'],
    buckets: [0.01, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  modelCalls.onEnd = (provider, result, seconds) => {
    calls.inc({ provider, result });
    durations.observe({ provider }, seconds);
  };
}
