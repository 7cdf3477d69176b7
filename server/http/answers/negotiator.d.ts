declare module 'negotiator' {
  import type { IncomingMessage } from 'node:http';

  /** Content negotiation (RFC 9110, section 12). */
  export default class Negotiator {
    constructor(request: Pick<IncomingMessage, 'headers'>);

    /** The encoding the client likes best of those there are; among equals, the first preferred. */
    encoding<T extends string>(available: T[], preferred?: T[]): T | undefined;
  }
}
