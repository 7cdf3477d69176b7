import { GraphQLError, type GraphQLSchema, parse } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { z } from 'zod';
import { MultipartForm, refusal, refuseAborted } from '@/graphql/multipart-form';
import { bodyBytes } from '@/graphql/root-fields';
import { UploadedFile, uploadBounds } from '@/graphql/uploads';
import { limits } from '@/lib/config/limits';
import { formatBytes } from '@/lib/format/number';
import { hasMoreValues } from '@/lib/rules/json';
import { AppError } from '@/lib/server/errors';
import { readBoundedText } from '@/lib/server/runtime/read-bounded-text';

const params = z.object(
  {
    query: z.string('Send the GraphQL document in "query", as a string.'),
    variables: z.record(z.string(), z.unknown(), 'Send "variables" as a JSON object.').nullish(),
    operationName: z.string('Send "operationName" as a string.').nullish(),
  },
  'Send a JSON object with "query" and, where the document needs them, "variables". Batches aren\'t supported.',
);

/** The parts that contain files, with the variables that each fills: `{ "0": ["variables.file"] }`. */
const fileMap = z.record(
  z.string(),
  z.array(z.string(), 'Send a list of variables for each file in "map".').min(1),
  'Send "map" as a JSON object.',
);

/**
 * Yoga plugin: reads requests as JSON of a bounded size. An operation that declares files comes in a form instead, as
 * the GraphQL multipart request specification describes.
 */
export function requestBody(schema: GraphQLSchema): Plugin {
  /** Forms that may still be read, by request. */
  const forms = new WeakMap<Request, MultipartForm>();
  const read = async (request: Request) => {
    const type = request.headers.get('content-type') ?? '';
    // Browsers send forms without a preflight, so any page could send one.
    if (/^multipart\/form-data *;/i.test(type) && request.headers.get('graphql-require-preflight')) {
      const form = new MultipartForm(request);
      forms.set(request, form);
      return readForm(form, schema, Number(request.headers.get('content-length') ?? Number.NaN));
    }
    if (/^application\/json *(;|$)/i.test(type)) return readJson(request, schema);
    throw refusal(
      415,
      'Send the query as JSON, with the header Content-Type: application/json. Files go in a multipart/form-data request with the header GraphQL-Require-Preflight: 1.',
    );
  };
  return {
    onRequestParse: ({ setRequestParser }) => setRequestParser(read),
    onResultProcess: ({ request }) => forms.get(request)?.close(),
  };
}

/** @throws GraphQLError with HTTP status 400 for an invalid request, 413 over the size */
async function readJson(request: Request, schema: GraphQLSchema): Promise<GraphQLParams> {
  const { bodyBytes: usual, workflowBytes } = limits.graphql;
  // Only callers with a token start workflows, so no other may send as much.
  const max = request.headers.get('authorization') ? workflowBytes : usual;
  const text = await readBoundedText(request, max).catch(refuseAborted);
  if (text === null) throw tooLarge(max);
  const sent = paramsOf(text);
  if (Buffer.byteLength(text) > usual) assertMayBeLarge(sent, schema, Buffer.byteLength(text));
  return sent;
}

const tooLarge = (max: number) =>
  refusal(413, `A request of this operation has at most ${formatBytes(max)}.`);

/** @throws GraphQLError with HTTP status 413 unless the operation may have so many bytes */
function assertMayBeLarge(
  { query, operationName }: GraphQLParams,
  schema: GraphQLSchema,
  bytes: number,
): void {
  const document = parse(query ?? '', { maxTokens: limits.graphql.tokens, noLocation: true });
  const max = bodyBytes(schema, document, operationName);
  if (bytes > max) throw tooLarge(max);
}

/**
 * Reads everything except the files, which arrive once a resolver reads them.
 * @param announced bytes of the body; NaN if it doesn't say
 * @throws GraphQLError with HTTP status 400 for an invalid request, 413 over the size, 415 if the operation takes no
 *   files
 */
async function readForm(
  form: MultipartForm,
  schema: GraphQLSchema,
  announced: number,
): Promise<GraphQLParams> {
  const operations = await form.field('operations');
  const { query, variables = {}, operationName } = paramsOf(operations);
  const document = parse(query ?? '', { maxTokens: limits.graphql.tokens, noLocation: true });
  const bounds = uploadBounds(schema, document, operationName);
  if (!bounds)
    throw refusal(
      415,
      'This operation takes no files. Send it as JSON, with the header Content-Type: application/json.',
    );
  const most = bodyBytes(schema, document, operationName);
  if (Buffer.byteLength(operations) > most) throw tooLarge(most);
  if (announced > bounds.bytes + 2 * most)
    throw refusal(413, `The files of this operation have at most ${bounds.bytes} bytes in all.`);
  const map = await form.field('map');
  const files = Object.entries(parsedBy(fileMap, map));
  if (files.length > bounds.files)
    throw refusal(413, `This operation takes at most ${bounds.files} files in a request.`);
  form.allow(
    bounds.bytes,
    2 * most,
    files.map(([part]) => part),
  );
  const ofFiles = announced - Buffer.byteLength(operations) - Buffer.byteLength(map);
  const announcedBytes = files.length === 1 && ofFiles > 0 ? ofFiles : 0;
  for (const [part, paths] of files) {
    const file = new UploadedFile(() => form.file(part).catch(refuseField), announcedBytes);
    for (const path of paths) place(variables, path, file);
  }
  return { query, variables, ...(operationName && { operationName }) };
}

/** Rethrows a refusal as the error of the field that reads the file. */
function refuseField(error: unknown): never {
  throw error instanceof GraphQLError ? new AppError('BAD_USER_INPUT', error.message) : error;
}

/**
 * Puts a file where the request has null for it.
 * @param path `variables.input.files.0`
 */
function place(variables: Record<string, unknown>, path: string, file: UploadedFile): void {
  const [root, ...keys] = path.split('.');
  const last = keys.pop();
  let parent: unknown = root === 'variables' ? variables : undefined;
  for (const key of keys) parent = ownValue(parent, key);
  if (last === undefined || ownValue(parent, last) !== null)
    throw refusal(400, 'Each variable that "map" names must be null in "operations", and be named once.');
  Object.assign(parent as object, { [last]: file });
}

const ownValue = (parent: unknown, key: string): unknown =>
  typeof parent === 'object' && parent !== null && Object.hasOwn(parent, key)
    ? Reflect.get(parent, key)
    : undefined;

function paramsOf(text: string): GraphQLParams {
  const { query, variables, operationName } = parsedBy(params, text);
  if (query.length > limits.graphql.documentLength)
    throw refusal(
      413,
      `A document has at most ${limits.graphql.documentLength.toLocaleString('en-US')} characters. Send long values as variables.`,
    );
  return { query, variables: variables ?? {}, ...(operationName && { operationName }) };
}

/** @throws GraphQLError with HTTP status 400, 413 if it has too many values */
function parsedBy<Value>(type: z.ZodType<Value>, text: string): Value {
  const { jsonValues } = limits.graphql;
  if (hasMoreValues(text, jsonValues))
    throw refusal(
      413,
      `A request has at most ${jsonValues.toLocaleString('en-US')} JSON values: each value, list, and object counts. Send data as text, in \`input\` or in a file, or use smaller schemas and fewer variables.`,
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal(400, "The request body isn't valid JSON.");
    throw error;
  }
  const parsed = type.safeParse(value);
  if (!parsed.success) throw refusal(400, parsed.error.issues[0]?.message ?? "The request isn't valid.");
  return parsed.data;
}
