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
