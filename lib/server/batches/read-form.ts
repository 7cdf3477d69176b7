import { Busboy } from '@fastify/busboy';
import { limits } from '@/lib/config/limits';
import { AppError, badInput, fileTooLarge } from '@/lib/server/errors';
import { requestNotes } from '@/lib/server/runtime/runtime';

/** The parts of a request that are read. */
export type FormRequest = Pick<Request, 'headers' | 'body'>;

/** Bytes of a form in addition to its file: boundaries, headers, and short fields. */
const OVERHEAD = 64 * 1024;
const FIELDS = 10;

/**
 * The file of a `multipart/form-data` request with the field `purpose`, which must be batch.
 * @throws AppError BAD_USER_INPUT, FILE_TOO_LARGE
 */
export async function readForm(request: FormRequest): Promise<File> {
  const { fields, file } = await readParts(request);
  const unknown = [...fields.keys()].find((name) => name !== 'purpose');
  if (unknown !== undefined) throw badInput({ [unknown]: `${unknown} isn't supported. Leave it out.` });
  if (fields.get('purpose') !== 'batch')
    throw badInput({ purpose: 'purpose is batch: files of batches are taken.' });
  if (!file) throw badInput({ file: 'The form has no file.' });
  return file;
}

async function readParts(request: FormRequest): Promise<{ fields: Map<string, string>; file: File | null }> {
  const fields = new Map<string, string>();
  let file: File | null = null;
  let problem: AppError | null = null;
  const parser = parserOf(request);
  const finished = new Promise<void>((resolve) => parser.once('finish', resolve));
  const failed = new Promise<never>((_, reject) => parser.once('error', () => reject(broken())));
  failed.catch(() => {});
  parser.on('field', (name, value) => fields.set(name.slice(0, 100), value));
  parser.on('file', (part, stream, name = '', _encoding, type) => {
    const chunks: Buffer<ArrayBuffer>[] = [];
    stream.on('data', (chunk: Buffer<ArrayBuffer>) => chunks.push(chunk));
    stream.on('limit', () => {
      problem = tooLarge();
    });
    stream.on('end', () => {
      if (part === 'file') file = new File(chunks, name, { type });
      else problem ??= badInput({ [part.slice(0, 100)]: 'The form takes one file, in the field file.' });
    });
  });
  const hold = requestNotes.getStore()?.hold;
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (problem) throw problem;
    if (size > limits.bulkFile.bytes + OVERHEAD) throw tooLarge();
    hold?.(size);
    await Promise.race([
      new Promise<void>((resolve) => parser.write(Buffer.from(chunk), () => resolve())),
      failed,
    ]);
  }
  if (!parser.writableEnded) parser.end();
  await Promise.race([finished, failed]);
  if (problem) throw problem;
  hold?.(size, true);
  return { fields, file };
}

function parserOf({ headers }: FormRequest): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': headers.get('content-type') ?? '' },
      limits: {
        ...{ fields: FIELDS, fieldSize: 1_024, files: 1, parts: FIELDS + 1, headerSize: 4 * 1_024 },
        // Over the bound by a byte, so that a file of just that size passes.
        fileSize: limits.bulkFile.bytes + 1,
      },
    });
  } catch {
    throw broken();
  }
}

const broken = () =>
  new AppError(
    'BAD_USER_INPUT',
    'Send a whole multipart/form-data request with the fields purpose and file.',
  );

const tooLarge = () => fileTooLarge('file');
