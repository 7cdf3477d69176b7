import path from 'node:path';
import { limits } from '@/lib/config/limits';
import type { DecodedFile } from '@/lib/engine/preprocessors/file-encoding';
import { standardizeEncoding } from '@/lib/engine/preprocessors/standardize-encoding';
import type { StepInput, UploadedText } from '@/lib/engine/workflow';
import { formatBytes } from '@/lib/format/number';
import { binaryKind, noTextIn } from '@/lib/rules/binary-file';
import { AppError, badInput } from '@/lib/server/errors';

/** Characters of a file's name. */
const LONGEST_NAME = 120;
const unnamed = 'file';

/**
 * The text of an uploaded file, and the SHA-256 (hex) of its bytes.
 * @param options.decode `decodeFound`, here or in another process
 * @param options.steps of its workflow: only if one lists standardizeEncoding, the file may be encoded in any way
 * @throws AppError FILE_TOO_LARGE; BAD_USER_INPUT if it isn't text
 */
export async function readUpload(
  file: File,
  { steps, decode }: { steps: readonly StepInput[]; decode: (bytes: Uint8Array) => Promise<DecodedFile> },
): Promise<UploadedText & { hash: string }> {
  if (file.size > limits.workflowFile.bytes)
    throw new AppError(
      'FILE_TOO_LARGE',
      `A file has at most ${formatBytes(limits.workflowFile.bytes)}. Split it, or send the part that matters.`,
    );
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = binaryKind(bytes);
  // Some have no byte that a text couldn't have.
  if (kind) throw badInput({ file: noTextIn(fileName(file), kind) });
  const decoded = await decode(bytes);
  const { encoding } = decoded;
  const isPlain = encoding.name !== 'bytes' && encoding.name !== 'windows-1252';
  if (!isPlain && !steps.some(standardizes))
    throw badInput({
      file: 'The file must be text in UTF-8, or in UTF-16 with a byte order mark. For another encoding, list the preprocessor standardizeEncoding in a step.',
    });
  // Off the thread, unlike createHash.
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return { name: fileName(file), ...decoded, hash: Buffer.from(hash).toString('hex') };
}

const standardizes = ({ preprocessors }: StepInput): boolean =>
  preprocessors?.some(({ name }) => name === standardizeEncoding.name) ?? false;

/** A file's name without its path, of any system, on one line. */
export const fileName = ({ name }: File): string =>
  path.win32.basename(name).replace(/\p{C}/gu, '').trim().slice(0, LONGEST_NAME).toWellFormed() || unnamed;
