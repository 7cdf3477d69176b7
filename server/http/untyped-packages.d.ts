declare module 'negotiator' {
  import type { IncomingMessage } from 'node:http';

  /** Content negotiation (RFC 9110, section 12). */
  export default class Negotiator {
    constructor(request: Pick<IncomingMessage, 'headers'>);

    /** The encoding that the client prefers of those available; among equals, the first in `preferred`. */
    encoding<T extends string>(available: T[], preferred?: T[]): T | undefined;
  }
}

declare module 'on-headers' {
  import type { ServerResponse } from 'node:http';

  /** Calls the listener once, just before the response's headers are sent. The listener may still change them. */
  export default function onHeaders(response: ServerResponse, listener: () => void): void;
}
