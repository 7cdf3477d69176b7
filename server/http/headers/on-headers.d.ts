declare module 'on-headers' {
  import type { ServerResponse } from 'node:http';

  /** Calls the listener once, just before the response's headers are sent; it may still change them. */
  export default function onHeaders(response: ServerResponse, listener: () => void): void;
}
