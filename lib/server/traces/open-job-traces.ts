import { randomUUID } from 'node:crypto';
import type { Environment } from '@/lib/config/environment';
import { version } from '@/lib/config/releases';
import type { SqlReader } from '@/lib/server/database/database';
import { logger } from '@/lib/server/logging/logger';
import type { TraceCounts } from '@/lib/server/runtime/runtime';
import { JobTraces } from './job-traces';
import type { TraceReceiver } from './send-spans';

type TraceSettings = Pick<
  Environment,
  'otlpEndpoint' | 'otlpTracesEndpoint' | 'otlpHeaders' | 'otelServiceName' | 'otelResourceAttributes'
>;

/** @returns null if no receiver is set up: then nothing of OpenTelemetry is loaded */
export function openJobTraces(
  settings: TraceSettings,
  rows: SqlReader,
  counts: TraceCounts,
): JobTraces | null {
  const receiver = receiverOf(settings);
  if (!receiver) return null;
  const onRejected = (spans: number, reason: string) => {
    counts.onRejected(spans);
    logger.warn({ spans, reason: reason.slice(0, 500) }, 'The receiver of traces has rejected spans');
  };
  return new JobTraces(rows, {
    open: async () => (await import('./send-spans')).openSender(receiver, { version, onRejected }),
    ...{ counts, logger },
  });
}

/** As OpenTelemetry reads its variables; null without an address. */
export function receiverOf(settings: TraceSettings): TraceReceiver | null {
  const { otlpEndpoint, otlpTracesEndpoint, otelServiceName } = settings;
  const url = otlpTracesEndpoint || (otlpEndpoint && `${otlpEndpoint}/v1/traces`);
  if (!url) return null;
  return {
    url,
    headers: settings.otlpHeaders,
    resource: {
      'service.name': 'switchyard',
      'service.version': version,
      'service.instance.id': randomUUID(),
      ...settings.otelResourceAttributes,
      ...(otelServiceName && { 'service.name': otelServiceName }),
    },
  };
}
