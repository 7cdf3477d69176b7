import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, CallBook } from './calls';

/** The server's side of one call: it writes no faster than the client reads, and notices when the client has gone. */
export class Exchange {
  readonly #gone = new AbortController();

  constructor(
    readonly response: ServerResponse,
    readonly socket: Socket,
    readonly call: Call,
    readonly book: CallBook,
  ) {
    const close = () => {
      book.end(call, response.writableFinished ? 'answered' : 'aborted-by-client');
      this.#gone.abort();
    };
    response.once('close', close);
    socket.once('close', close);
    response.once('finish', () => socket.off('close', close));
    // A client that disconnects early isn't an error of ours.
    response.on('error', () => {});
  }

  /** Sends the headers at once. */
  open(status: number, headers: Record<string, string>): void {
    this.response.writeHead(status, headers).flushHeaders();
  }

  /** Resolves once more can be written. @throws AbortError if the client has gone */
  async write(bytes: string | Buffer): Promise<void> {
    if (bytes.length === 0) return;
    this.#gone.signal.throwIfAborted();
    this.call.bytesWritten += Buffer.byteLength(bytes);
    if (!this.response.write(bytes)) await once(this.response, 'drain', { signal: this.#gone.signal });
  }

  /** Resolves once it is sent. */
  async end(bytes = ''): Promise<void> {
    this.call.bytesWritten += Buffer.byteLength(bytes);
    await new Promise<void>((resolve) => {
      this.#gone.signal.addEventListener('abort', () => resolve(), { once: true });
      this.response.end(bytes, resolve);
    });
  }

  /** @throws AbortError if the client disconnects */
  async wait(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await sleep(milliseconds, undefined, { signal: this.#gone.signal });
  }

  /** Says nothing until the client goes. */
  async silence(): Promise<void> {
    if (!this.#gone.signal.aborted) await once(this.#gone.signal, 'abort');
  }

  /** Ends the connection: once what was written is sent, or with a reset at once. */
  async destroy(how: 'sent' | 'reset'): Promise<void> {
    if (how === 'sent') await new Promise<void>((resolve) => this.socket.write('', () => resolve()));
    this.book.end(this.call, 'destroyed');
    if (how === 'reset') this.socket.resetAndDestroy();
    else this.socket.destroy();
  }
}
