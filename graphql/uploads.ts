import {
  type DocumentNode,
  GraphQLError,
  GraphQLScalarType,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql';
import { rootFields } from '@/graphql/root-fields';
import { limits } from '@/lib/config/limits';

/** The bounds of one request's files: their total bytes and their number. */
interface UploadBounds {
  bytes: number;
  files: number;
}

/**
 * Declares that a root field takes files: `t.field({ extensions: takesFiles({ bytes, files }), … })`. A field without
 * this declaration gets none.
 * @throws Error if the bounds exceed those of every request
 */
export function takesFiles(upload: UploadBounds): { upload: UploadBounds } {
  const { bytes, files } = limits.graphql.upload;
  if (upload.bytes > bytes || upload.files > files)
    throw new Error(`A request has at most ${files} files of ${bytes} bytes in all.`);
  return { upload };
}

/** The bounds of an operation's files: the lowest of its root fields; null unless every field declares some. */
export function uploadBounds(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): UploadBounds | null {
  const operation = getOperationAST(document, operationName);
  const fields = operation ? schema.getRootType(operation.operation)?.getFields() : undefined;
  const declared = [...rootFields(document, operationName).values()].map(
    (name) => fields?.[name]?.extensions.upload as UploadBounds | undefined,
  );
  const bounds = declared.filter((upload) => upload !== undefined);
  if (bounds.length === 0 || bounds.length < declared.length) return null;
  return {
    bytes: Math.min(...bounds.map(({ bytes }) => bytes)),
    files: Math.min(...bounds.map(({ files }) => files)),
  };
}

/** A file that a request announces. A resolver reads it once it has checked that the caller may send it. */
export class UploadedFile {
  /** @throws AppError BAD_USER_INPUT if the file is too large or doesn't arrive */
  readonly read: () => Promise<File>;
  /** About how many bytes it has, by the length of the request; 0 if that isn't announced, or has other files too. */
  readonly announcedBytes: number;

  constructor(read: () => Promise<File>, announcedBytes: number) {
    this.read = read;
    this.announcedBytes = announcedBytes;
  }
}

/** The type of an argument that is a file. */
export const uploadScalar = new GraphQLScalarType<UploadedFile, never>({
  name: 'Upload',
  description: 'A file of a multipart request.',
  parseValue: (value) => {
    if (value instanceof UploadedFile) return value;
    throw new GraphQLError('Send the file in a multipart request, and null for it in the variables.');
  },
  parseLiteral: () => {
    throw new GraphQLError('Send the file as a variable.');
  },
  serialize: () => {
    throw new Error('A file is never part of a response.');
  },
});
