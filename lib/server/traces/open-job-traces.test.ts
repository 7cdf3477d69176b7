import { expect, test, vi } from 'vitest';
import { readEnvironment } from '@/lib/config/environment';
import { version } from '@/lib/config/releases';
import { traceCounts } from '@/lib/server/runtime/runtime';
import { JobSystem } from '@/testing/engine/job-system';
import { openTraceReceiver } from '@/testing/traces/trace-receiver';
import { openJobTraces, receiverOf } from './open-job-traces';

/** How often the file that imports OpenTelemetry was loaded. */
const loaded = vi.hoisted(() => ({ times: 0 }));
vi.mock('./send-spans', async (importOriginal) => {
  loaded.times += 1;
  return await importOriginal();
});

test('without a receiver, nothing traces; with one, OpenTelemetry is loaded with the first trace and the connection made', async () => {
  const system = await JobSystem.open(['plan_pro']);
  const receiver = await openTraceReceiver();
  const tracesWith = (variables: Record<string, string>) =>
    openJobTraces(readEnvironment(variables), system.base.db.sql, traceCounts);
  expect(tracesWith({})).toBeNull();
  expect(tracesWith({ OTEL_SERVICE_NAME: 'site', OTEL_EXPORTER_OTLP_HEADERS: 'a=b' })).toBeNull();
  const traces = tracesWith({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url.replace('/v1/traces', '') });
  system.base.onRecorded = (jobs) => traces?.add(jobs);
  await system.start();
  expect([loaded.times, receiver.connections()]).toEqual([0, 0]);
  await system.enqueue(0, { steps: [{ id: 'a', task: 'generation', model: 'sandbox/fast' }] });
  await system.finish();
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 60_000 });
  await traces?.close();
  expect([loaded.times, receiver.connections()]).toEqual([1, 1]);
  expect(receiver.received[0]).toMatchObject({
    path: '/v1/traces',
    resource: { 'service.name': 'switchyard', 'service.version': version },
  });
  await system.close();
  await receiver.close();
});

test('the receiver has the address, the headers, and the names that the variables give', () => {
  const receiverWith = (variables: Record<string, string>) => receiverOf(readEnvironment(variables));
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://otel.example/base/';
  expect(receiverWith({ OTEL_EXPORTER_OTLP_ENDPOINT })?.url).toBe('https://otel.example/base/v1/traces');
  const url = 'https://other.example/intake?source=switchyard';
  expect(
    receiverWith({
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=test',
    }),
  ).toMatchObject({
    ...{ url, headers: { authorization: 'Basic YTpi' } },
    resource: { 'service.name': 'other', 'deployment.environment.name': 'test' },
  });
  const named = { OTEL_SERVICE_NAME: 'site', OTEL_RESOURCE_ATTRIBUTES: 'service.name=other' };
  expect(receiverWith({ OTEL_EXPORTER_OTLP_ENDPOINT, ...named })?.resource['service.name']).toBe('site');
});
