import { createHash } from 'node:crypto';
import { type DecodedFile, decodeFound } from './file-encoding';

/** The text of an uploaded file, and the SHA-256 (hex) of its bytes. */
export interface DecodedUpload extends DecodedFile {
  hash: string;
}

/** Reads the bytes of an uploaded file. Takes a time in proportion to their number. */
export const decodeUpload = (bytes: Uint8Array): DecodedUpload => ({
  ...decodeFound(bytes),
  hash: createHash('sha256').update(bytes).digest('hex'),
});
