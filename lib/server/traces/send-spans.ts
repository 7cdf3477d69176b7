import { setTimeout as sleep } from 'node:timers/promises';
import { DiagLogLevel, diag, type HrTime, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';

/** Attributes of OpenTelemetry. */
export type Attributes = Record<string, string | number | boolean>;

/** A span's place: ids in lowercase hexadecimal digits. */
export interface SpanPlace {
  /** 32 digits. */
  traceId: string;
  /** 16 digits. */
  spanId: string;
}

/** A span that has ended. Moments in milliseconds since the epoch. */
export interface Span extends SpanPlace {
  /** Null for the first of its trace. `isRemote`: it belongs to the caller. */
  parent: { spanId: string; isRemote: boolean } | null;
  /** A span of the caller's that caused this one, and many like it. */
  link: SpanPlace | null;
  name: string;
  /** A call of another service, or work of ours. */
  kind: 'call' | 'work';
  start: number;
  end: number;
  attributes: Attributes;
  events: readonly { name: string; at: number; attributes: Attributes }[];
  /** The code of its failure; null if it hasn't failed. */
  failure: string | null;
}

// The only file that loads OpenTelemetry's packages, and only if traces are turned on (open-job-traces.ts).

type ReadableSpan = Parameters<OTLPTraceExporter['export']>[0][number];

/** How long (ms) the exporter waits for the next byte of a response, and repeats a request. */
const TIMEOUT = 10_000;
/** How long (ms) a request may take in all. */
const LONGEST = 20_000;

export interface TraceReceiver {
  /** The address that takes traces. */
  url: string;
  headers: Record<string, string>;
  /** Of the resource that all spans come from. */
  resource: Attributes;
}

/** Sends spans in one request, which is repeated as OTLP says. @throws Error if the receiver hasn't taken them */
export type SendSpans = (spans: readonly Span[]) => Promise<void>;

/**
 * Opens the way to a receiver of OTLP over HTTP, in protobuf. Nothing is sent yet.
 * @param options.onRejected called if the receiver has rejected some spans of a request, with its reason
 */
export function openSender(
  { url, headers, resource: attributes }: TraceReceiver,
  {
    version,
    onRejected,
    timeoutMs = TIMEOUT,
  }: { version: string; onRejected: (spans: number, reason: string) => void; timeoutMs?: number },
): SendSpans {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: timeoutMs, concurrencyLimit: 2 });
  const shared = {
    resource: resourceFromAttributes(attributes),
    instrumentationScope: { name: 'switchyard', version },
    ...{ ended: true, droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
  };
  // The exporter reports nothing else about a request that was taken in part.
  const warn = (message: string, ...details: unknown[]) => {
    const rejected = /"rejectedSpans":(\d+)/.exec(String(details[0]))?.[1];
    if (rejected) onRejected(Number(rejected), [message, ...details].join(' '));
  };
  const ignore = () => {};
  diag.setLogger(
    { warn, error: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  return async (spans) => {
    const done = new AbortController();
    const exported = new Promise<void>((resolve, reject) => {
      exporter.export(
        spans.map((span) => ({ ...shared, ...readable(span) })),
        ({ error }) => (error ? reject(error) : resolve()),
      );
    });
    const tooLate = sleep(LONGEST, undefined, { signal: done.signal, ref: false }).then(() => {
      throw new Error(`The receiver hasn't responded within ${LONGEST / 1_000} seconds.`);
    });
    try {
      await Promise.race([exported, tooLate]);
    } finally {
      tooLate.catch(() => {});
      done.abort();
    }
  };
}

const readable = (span: Span) => {
  const { traceId, spanId, parent, link, name, start, end, attributes, events, failure } = span;
  const placed = (id: string, isRemote: boolean) => ({
    ...{ traceId, spanId: id, traceFlags: TraceFlags.SAMPLED, isRemote },
  });
  return {
    ...{ name, attributes },
    kind: span.kind === 'call' ? SpanKind.CLIENT : SpanKind.INTERNAL,
    spanContext: () => placed(spanId, false),
    ...(parent && { parentSpanContext: placed(parent.spanId, parent.isRemote) }),
    ...{ startTime: hrTime(start), endTime: hrTime(end), duration: hrTime(end - start) },
    links: link ? [{ context: { ...link, traceFlags: TraceFlags.SAMPLED, isRemote: true } }] : [],
    events: events.map(({ at, ...event }) => ({ ...event, time: hrTime(at) })),
    status:
      failure === null ? { code: SpanStatusCode.UNSET } : { code: SpanStatusCode.ERROR, message: failure },
  } satisfies Partial<ReadableSpan>;
};

const hrTime = (milliseconds: number): HrTime => [
  Math.floor(milliseconds / 1_000),
  (milliseconds % 1_000) * 1_000_000,
];
