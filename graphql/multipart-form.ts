import { Busboy } from '@fastify/busboy';
import { GraphQLError } from 'graphql';
import { limits } from '@/lib/config/limits';
import { formatBytes } from '@/lib/format/number';
import { requestNotes } from '@/lib/server/runtime/runtime';

/** Bytes of headers that one part may have. */
const HEADER_BYTES = 4 * 1024;

/** A refusal with an HTTP status. */
export const refusal = (status: number, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { http: { status } } });

/** Rethrows an error as a refusal if the client has left: nothing failed here, and the request's log line shows it. */
export function refuseAborted(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
    throw refusal(400, 'The request body is incomplete.');
  throw error;
}

/**
 * A multipart/form-data body: the fields `operations` and `map`, then files. It is read only as far as the requested
 * field or file, so that unused files never arrive. The bytes read count as held by the request.
 */
export class MultipartForm {
  readonly #body: AsyncIterator<Uint8Array>;
  readonly #parser: InstanceType<typeof Busboy>;
  readonly #fields = new Map<string, string>();
  readonly #files = new Map<string, File>();
  readonly #finished: Promise<void>;
  readonly #hold = requestNotes.getStore()?.hold;
  /** Names of the parts that are accepted as files. */
  #wanted = new Set<string>();
  #read = 0;
  #max = limits.graphql.workflowBytes + limits.graphql.bodyBytes;
  /** The first fault of the body so far. */
  #problem: GraphQLError | undefined;
  #onProblem = (_problem: GraphQLError) => {};
  /** Settles once all requested reads are done. */
  #turn: Promise<unknown> = Promise.resolve();

  /** @throws GraphQLError with HTTP status 400 if the content type has no boundary */
  constructor(request: Request) {
    const iterable: AsyncIterable<Uint8Array> | null = request.body;
    this.#body = (iterable ?? new Blob([]).stream())[Symbol.asyncIterator]();
    this.#parser = parserOf(request);
    this.#finished = new Promise((resolve) => this.#parser.once('finish', resolve));
    this.#parser.on('error', () => this.#refuse(notWhole()));
    this.#parser.on('field', (name, value, _isNameCut, isCut) => {
      if (isCut)
        this.#refuse(refusal(413, `A field has at most ${formatBytes(limits.graphql.workflowBytes)}.`));
      this.#fields.set(name, value);
    });
    this.#parser.on('file', (part, stream, name = '', _encoding, type) => {
      if (!this.#fields.has('map'))
        this.#refuse(refusal(400, 'Send "operations", then "map", then the files.'));
      const isWanted = !this.#files.has(part);
      const chunks: Buffer<ArrayBuffer>[] = [];
      stream.on('data', (chunk: Buffer<ArrayBuffer>) => {
        // Until the map has been read, any part may be wanted; at most the rest of one chunk is kept.
        if (isWanted && (this.#wanted.size === 0 || this.#wanted.has(part))) chunks.push(chunk);
      });
      stream.on('end', () => {
        if (isWanted) this.#files.set(part, new File(chunks, name, { type }));
      });
      stream.on('error', () => this.#refuse(notWhole()));
    });
  }

  /** Accepts files in the parts of these names, of so many bytes in total, plus so many of the fields. */
  allow(bytes: number, fieldBytes: number, parts: string[]): void {
    this.#max = fieldBytes + bytes;
    this.#wanted = new Set(parts);
  }

  /** The text of a field. @throws GraphQLError with an HTTP status */
  async field(name: 'operations' | 'map'): Promise<string> {
    await this.#readUntil(() => this.#fields.has(name));
    const text = this.#fields.get(name);
    if (text === undefined) throw refusal(400, `The form has no field "${name}".`);
    return text;
  }

  /** The file of a part that is allowed. @throws GraphQLError */
  async file(part: string): Promise<File> {
    await this.#readUntil(() => this.#files.has(part));
    const file = this.#files.get(part);
    if (!file) throw refusal(400, 'A file that the map names is missing from the request.');
    return file;
  }

  /** Stops reading; the server discards the rest of the body. */
  close(): void {
    const close = async () => {
      await this.#body.return?.();
    };
    this.#turn = this.#turn.then(close, close).catch(() => {});
  }

  #refuse(problem: GraphQLError): void {
    this.#problem ??= problem;
    this.#onProblem(this.#problem);
  }

  /** Reads on until the condition holds, or to the end. Concurrent calls run one after another. */
  #readUntil(holds: () => boolean): Promise<void> {
    const read = () => this.#readChunks(holds);
    const turn = this.#turn.then(read, read);
    this.#turn = turn;
    return turn;
  }

  async #readChunks(holds: () => boolean): Promise<void> {
    await this.#readParts(holds);
    // The requested part has arrived: the rest of the body waits for the server.
    this.#hold?.(this.#read, true);
  }

  async #readParts(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.#problem) throw this.#problem;
      this.#hold?.(this.#read);
      const { done, value } = await this.#body.next().catch(refuseAborted);
      if (done) return this.#end();
      this.#read += value.byteLength;
      if (this.#read > this.#max) throw refusal(413, 'The files of this request are too large.');
      await this.#untilProblem((resolve) => this.#parser.write(asBuffer(value), () => resolve()));
    }
    if (this.#problem) throw this.#problem;
  }

  #end(): Promise<void> {
    return this.#untilProblem((resolve) => {
      void this.#finished.then(resolve);
      if (!this.#parser.writableEnded) this.#parser.end();
    });
  }

  /** Rejects on a problem: the parser doesn't call back for a broken form. */
  #untilProblem(work: (resolve: () => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onProblem = reject;
      if (this.#problem) reject(this.#problem);
      else work(resolve);
    });
  }
}

function parserOf(request: Request): InstanceType<typeof Busboy> {
  const { workflowBytes, upload } = limits.graphql;
  try {
    return new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: {
        fields: 2,
        fieldSize: workflowBytes,
        files: upload.files,
        parts: upload.files + 2,
        headerSize: HEADER_BYTES,
      },
    });
  } catch {
    throw notWhole();
  }
}

/** The same bytes, without a copy. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const notWhole = () => refusal(400, 'The form is broken or incomplete.');
