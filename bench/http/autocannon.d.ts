/** The part of autocannon, which ships no types, that the bench uses. */
declare module 'autocannon' {
  interface Options {
    url: string;
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** An answer with another body counts as a mismatch. */
    expectBody?: string;
    /** What every connection sends in turns, in the place of one request. */
    requests?: { method: string; path: string; headers?: Record<string, string>; body?: string }[];
  }
  interface Result {
    '2xx': number;
    non2xx: number;
    errors: number;
    mismatches: number;
    /** Seconds. */
    duration: number;
    requests: { sent: number };
    /** Milliseconds. */
    latency: { p50: number; p99: number };
    /** By HTTP status. */
    statusCodeStats: Record<string, { count: number | string }>;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
