import { decodeFound } from '@/lib/engine/preprocessors/file-encoding';
import { valuePath } from '@/lib/engine/replies/compile-schema';
import { parseJson } from '@/lib/engine/replies/json';
import { storableJson } from '@/lib/rules/json';
import { type ChatBody, type ChatLine, chatLine, maxTokensOf, schemaProblem } from './chat-request';
import { assertRowCount, sheetLimits, unreadable } from './sheet';

/** Why a line of a batch's file can't run. */
export interface LineFault {
  line: number;
  /** `body.messages[0].role`; null if it's the line as a whole. */
  param: string | null;
  code: LineFaultCode;
  message: string;
}

export type LineFaultCode =
  | 'invalid_json_line'
  | 'missing_required_parameter'
  | 'unsupported_parameter'
  | 'invalid_value'
  | 'duplicate_custom_id'
  | 'line_too_long'
  | 'model_not_found'
  | 'provider_not_configured';

/** A line without a fault in its text. */
export interface ChatRow {
  line: number;
  /** It begins with `custom_id`. */
  values: string;
  /** As it is written: the server checks it against its catalog. */
  model: string;
  /** The reply's limit; null if the line sets none. */
  maxTokens: number | null;
}

/** A batch's file as it was read. */
export interface ChatBatch {
  rows: readonly ChatRow[];
  /** In the order of the file; several of one line. */
  faults: readonly LineFault[];
}

/** Faults that are reported per line. */
const FAULTS_PER_LINE = 10;

/** Reads the JSONL file of a batch whole, and checks each of its lines. @throws SheetProblem */
export function readChatBatch(bytes: Uint8Array): ChatBatch {
  const { text, encoding } = decodeFound(bytes);
  if (encoding.name === 'bytes') throw unreadable("The file isn't text. Send JSON Lines in UTF-8.");
  const rows: ChatRow[] = [];
  const faults: LineFault[] = [];
  const lineOf = new Map<string, number>();
  const problemOf = cachedSchemaProblems();
  let count = 0;
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    if (written.trim() === '') continue;
    count += 1;
    assertRowCount(count);
    const line = index + 1;
    const found = checkLine(written, { lineOf, problemOf });
    if (Array.isArray(found)) {
      faults.push(...found.slice(0, FAULTS_PER_LINE).map((fault) => ({ line, ...fault })));
      continue;
    }
    lineOf.set(found.custom_id, line);
    const { custom_id, method, url, body } = found;
    const values = storableJson({ custom_id, method, url, body });
    rows.push({ line, values, model: body.model, maxTokens: maxTokensOf(body) });
  }
  if (count === 0) throw unreadable('The file is empty.');
  return { rows, faults };
}

type Fault = Omit<LineFault, 'line'>;

/** @param known the lines of the ids so far, and the check of a schema */
function checkLine(
  written: string,
  known: { lineOf: ReadonlyMap<string, number>; problemOf: (body: ChatBody) => string | null },
): ChatLine | Fault[] {
  if (Buffer.byteLength(written) > sheetLimits.rowBytes)
    return [{ param: null, code: 'line_too_long', message: 'The line has more than 1 MiB.' }];
  const parsed = parseJson(written);
  if (!parsed) return [{ param: null, code: 'invalid_json_line', message: "The line isn't JSON." }];
  const checked = chatLine.safeParse(parsed.value);
  if (!checked.success) return checked.error.issues.flatMap((issue) => faultsOf(issue, parsed.value));
  const { custom_id, body } = checked.data;
  const faults: Fault[] = [];
  const earlier = known.lineOf.get(custom_id);
  if (earlier !== undefined)
    faults.push({
      param: 'custom_id',
      code: 'duplicate_custom_id',
      message: `The custom_id is that of line ${earlier}.`,
    });
  const problem = known.problemOf(body);
  if (problem !== null)
    faults.push({
      param: 'body.response_format.json_schema.schema',
      code: 'invalid_value',
      message: `The schema ${problem}.`,
    });
  return faults.length > 0 ? faults : checked.data;
}

interface Issue {
  path: PropertyKey[];
  message: string;
  /** Fields that are unknown. */
  keys?: string[];
  /** Set by a check of ours (chat-request.ts). */
  params?: { code?: LineFaultCode };
}

function faultsOf({ path, message, keys, params }: Issue, value: unknown): Fault[] {
  const field = valuePath(path);
  if (keys)
    return keys.map((key): Fault => {
      const param = field ? `${field}.${key}` : key;
      const short = param.length > 100 ? `${param.slice(0, 100)}…` : param;
      return {
        param: short,
        code: 'unsupported_parameter',
        message: `${short} isn't supported. Leave it out.`,
      };
    });
  const isMissing = path.length > 0 && valueAt(value, path) === undefined;
  if (isMissing)
    return [{ param: field, code: 'missing_required_parameter', message: `${field} is required.` }];
  return [
    {
      param: field || null,
      code: params?.code ?? 'invalid_value',
      message: `${field || 'The line'} ${message}`,
    },
  ];
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    value,
  );

/** Checks each schema once. Most files have one, repeated in each line. */
function cachedSchemaProblems(): (body: ChatBody) => string | null {
  const known = new Map<string, string | null>();
  return (body) => {
    if (body.response_format?.type !== 'json_schema') return null;
    const key = JSON.stringify(body.response_format.json_schema.schema);
    const problem = known.has(key) ? (known.get(key) ?? null) : schemaProblem(body);
    known.set(key, problem);
    return problem;
  };
}
