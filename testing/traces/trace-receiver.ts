import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';

/** A span as it arrived. Ids in hexadecimal digits, moments in milliseconds. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  /** 1: internal, 3: client. */
  kind: number;
  start: number;
  end: number;
  attributes: Record<string, unknown>;
  events: { name: string; at: number; attributes: Record<string, unknown> }[];
  links: { traceId: string; spanId: string }[];
  /** `code` 2: an error. */
  status: { code: number; message: string };
}

export interface ReceivedTraces {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  resource: Record<string, unknown>;
  spans: ReceivedSpan[];
}

export interface TraceReceiver {
  url: string;
  received: ReceivedTraces[];
  /** All spans that have arrived. */
  spans(): ReceivedSpan[];
  connections(): number;
  close(): Promise<void>;
}

const { root } = protobuf.parse(readFileSync(new URL('./otlp.proto', import.meta.url), 'utf8'));
const requests = root.lookupType('ExportTraceServiceRequest');
const responses = root.lookupType('ExportTraceServiceResponse');

/** The body of a response that takes a request without some of its spans. */
export const withRejected = (rejectedSpans: number, errorMessage: string): Uint8Array =>
  responses.encode({ partialSuccess: { rejectedSpans, errorMessage } }).finish();

/**
 * A collector on loopback. It decodes requests with a library that the server doesn't use.
 * @param answer responds to each request; with 200 by default
 */
export async function openTraceReceiver(
  answer: (response: ServerResponse, index: number) => void = (response) => response.writeHead(200).end(),
): Promise<TraceReceiver> {
  const received: ReceivedTraces[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    received.push({ path: request.url ?? '', headers: request.headers, body, ...decoded(body) });
    answer(response, received.length - 1);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    received,
    spans: () => received.flatMap(({ spans }) => spans),
    connections: () => connections,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Pair {
  key: string;
  value: Record<string, unknown>;
}
interface Message {
  resourceSpans: { resource: { attributes: Pair[] }; scopeSpans: { spans: RawSpan[] }[] }[];
}
interface RawSpan
  extends Pick<ReceivedSpan, 'traceId' | 'spanId' | 'parentSpanId' | 'name' | 'kind' | 'status'> {
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Pair[];
  events: { timeUnixNano: string; name: string; attributes: Pair[] }[];
  links: { traceId: string; spanId: string }[];
}

function decoded(body: Buffer): Pick<ReceivedTraces, 'resource' | 'spans'> {
  const message = requests.toObject(requests.decode(body), {
    ...{ longs: String, bytes: String, arrays: true, defaults: true },
  }) as Message;
  const [first] = message.resourceSpans;
  return {
    resource: valuesOf(first?.resource.attributes ?? []),
    spans: message.resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans.map(spanOf)),
    ),
  };
}

const spanOf = ({ traceId, spanId, parentSpanId, name, kind, status, ...span }: RawSpan): ReceivedSpan => ({
  ...{ traceId: hex(traceId), spanId: hex(spanId), parentSpanId: hex(parentSpanId), name, kind, status },
  ...{ start: milliseconds(span.startTimeUnixNano), end: milliseconds(span.endTimeUnixNano) },
  attributes: valuesOf(span.attributes),
  events: span.events.map((event) => ({
    ...{ name: event.name, at: milliseconds(event.timeUnixNano), attributes: valuesOf(event.attributes) },
  })),
  links: span.links.map((link) => ({ traceId: hex(link.traceId), spanId: hex(link.spanId) })),
});

const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');
const milliseconds = (nanos: string): number => Number(BigInt(nanos) / 1_000_000n);

function valuesOf(pairs: readonly Pair[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map(({ key, value: { intValue, ...value } }) => [
      key,
      intValue === undefined ? Object.values(value)[0] : Number(intValue),
    ]),
  );
}
