import { at, contentText, listAt, schemaAt, textsOf, written } from './fields';
import type { Problem } from './problems';
import type { Asked, Ending, EventWriter, Reported, WireFormat } from './wire-format';

/** The model's own refusal has no field: Gemini ends such a reply for its content. */
const finishReasons: Record<Exclude<Ending, 'policy'>, string> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  filtered: 'SAFETY',
  recitation: 'RECITATION',
  refusal: 'PROHIBITED_CONTENT',
};

const rpc = (type: string, more: object) => ({ '@type': `type.googleapis.com/google.rpc.${type}`, ...more });
const exhausted = 'You exceeded your current quota, please check your plan and billing details.';

/** Code, status, message and details of each error. */
const problems: Record<Problem, (model: string) => [number, string, string, object[]?]> = {
  unauthorized: () => [401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'],
  // Of a wrong key it doesn't say 401.
  bad_key: () => [
    400,
    'INVALID_ARGUMENT',
    'API key not valid. Please pass a valid API key.',
    [rpc('ErrorInfo', { reason: 'API_KEY_INVALID', domain: 'googleapis.com' })],
  ],
  forbidden: () => [403, 'PERMISSION_DENIED', 'The caller does not have permission'],
  unknown_model: (model) => [
    404,
    'NOT_FOUND',
    `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
  ],
  rate_limited: () => [429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'],
  retry_in_detail: () => [
    429,
    'RESOURCE_EXHAUSTED',
    `${exhausted} Please retry in 1s.`,
    [rpc('RetryInfo', { retryDelay: '1s' })],
  ],
  quota: () => [
    429,
    'RESOURCE_EXHAUSTED',
    exhausted,
    [rpc('QuotaFailure', { violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }] })],
  ],
  timeout: () => [408, 'DEADLINE_EXCEEDED', 'Deadline expired before operation could complete.'],
  server: () => [500, 'INTERNAL', 'An internal error has occurred.'],
  unavailable: () => [503, 'UNAVAILABLE', 'The service is currently unavailable.'],
  overloaded: () => [529, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'],
  context: () => [
    400,
    'INVALID_ARGUMENT',
    'The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).',
  ],
  policy: () => [400, 'INVALID_ARGUMENT', 'The prompt was blocked.'],
  parameter: () => [
    400,
    'INVALID_ARGUMENT',
    'Invalid JSON payload received. Unknown name "temperature" at \'generation_config\': Cannot find field.',
  ],
};

const errorOf = (problem: Problem, model: string) => {
  const [code, status, message, details] = problems[problem](model);
  return { code, message, status, ...(details && { details }) };
};

/** Gemini: `POST /v1beta/models/{model}:streamGenerateContent?alt=sse` and `:generateContent`. */
export const gemini: WireFormat = {
  name: 'gemini',
  read: (body, path) => {
    const [, model = '', method = ''] = /\/models\/([^/:?]+):(\w+)/.exec(path) ?? [];
    const contents = listAt(body, 'contents').map((content) =>
      at(content, 'role') === undefined ? { role: 'user', ...(content as object) } : content,
    );
    return {
      model: decodeURIComponent(model),
      streamed: method === 'streamGenerateContent',
      system: contentText(at(body, 'systemInstruction', 'parts')),
      lastUserText: textsOf(contents, ['user'], 'parts').last,
      schema:
        schemaAt(body, 'generationConfig', 'responseSchema') ??
        schemaAt(body, 'generationConfig', 'responseJsonSchema'),
      forcedTool: null,
      wantsUsage: true,
    };
  },
  problem: (problem, { model }) => {
    const error = errorOf(problem, model);
    return { status: error.code, body: { error } };
  },
  events: writeEvents,
  whole: (asked, id, { thoughts, text, refuses, ending, reported }) =>
    chunkOf(
      asked,
      id,
      [...(thoughts ? [{ text: thoughts, thought: true }] : []), ...(text && !refuses ? [{ text }] : [])],
      ending,
      reported,
    ),
};

function writeEvents(asked: Asked, id: string, reported: Reported): EventWriter {
  // Gemini ends its lines with CR LF.
  const send = (data: object) => `data: ${JSON.stringify(data)}\r\n\r\n`;
  const say = (text: string) => send(chunkOf(asked, id, [{ text }], null, reported));
  return {
    start: () => '',
    thought: (text) => send(chunkOf(asked, id, [{ text, thought: true }], null, reported)),
    text: say,
    // It has no field for a refusal, and shows no text of one.
    refusal: () => '',
    end: (ending) => send(chunkOf(asked, id, [], ending, reported)),
    problem: (problem) => send({ error: errorOf(problem, asked.model) }),
  };
}

function chunkOf(
  { model }: Asked,
  id: string,
  parts: object[],
  ending: Ending | null,
  reported: Reported,
): object {
  const end = { ...(reported && { usageMetadata: usageOf(reported) }), modelVersion: model, responseId: id };
  if (ending === 'policy') return { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, ...end };
  return {
    candidates: [
      {
        ...(parts.length > 0 || ending === 'stop' || ending === 'length'
          ? { content: { parts: parts.length > 0 ? parts : [{ text: '' }], role: 'model' } }
          : {}),
        ...(ending && { finishReason: finishReasons[ending] }),
        index: 0,
      },
    ],
    ...end,
  };
}

/** The format has no tokens that are written to a cache. */
function usageOf(reported: NonNullable<Reported>) {
  const { input, cachedInput, output, reasoning } = reported.tokens;
  return written(
    {
      promptTokenCount: input + cachedInput,
      ...(cachedInput > 0 && { cachedContentTokenCount: cachedInput }),
      candidatesTokenCount: output,
      ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
      totalTokenCount: input + cachedInput + output + reasoning,
    },
    reported,
  );
}
