/** The part of autocannon, which ships no types, that the bench uses. */
declare module 'autocannon' {
  export interface Options {
    url: string;
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** How many requests are sent, instead of a duration. */
    amount?: number;
    /** A response with another body counts as a mismatch. */
    expectBody?: string;
    /** Whether a response has a body that is right; any other counts as a mismatch. */
    verifyBody?: (body: string) => boolean;
    /** Whether `[<id>]` in a body becomes another text in each request. */
    idReplacement?: boolean;
    /** What each connection sends in turns, instead of one request. */
    requests?: { method: string; path: string; headers?: Record<string, string>; body?: string }[];
  }
  export interface Result {
    errors: number;
    mismatches: number;
    /** Seconds. */
    duration: number;
    /** Milliseconds. */
    latency: { p50: number; p99: number };
    /** By HTTP status. */
    statusCodeStats: Record<string, { count: number | string }>;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
