import { at, contentText, event, listAt, schemaAt, textAt, textsOf, written } from './fields';
import type { Problem } from './problems';
import type { Asked, Ending, EventWriter, Reported, WireFormat } from './wire-format';

const stopReasons: Record<Ending, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  filtered: 'refusal',
  recitation: 'refusal',
  refusal: 'refusal',
  policy: 'refusal',
};

const refused = 'invalid_request_error';

/** Status, type and message of each error. */
const problems: Record<Problem, (model: string) => [number, string, string]> = {
  unauthorized: () => [401, 'authentication_error', 'invalid x-api-key'],
  bad_key: () => [401, 'authentication_error', 'invalid x-api-key'],
  forbidden: () => [403, 'permission_error', 'Your API key does not have permission to use the resource.'],
  unknown_model: (model) => [404, 'not_found_error', `model: ${model}`],
  rate_limited: () => [429, 'rate_limit_error', "This request would exceed your organization's rate limit."],
  retry_in_detail: () => [
    429,
    'rate_limit_error',
    "This request would exceed your organization's rate limit.",
  ],
  quota: () => [400, refused, 'Your credit balance is too low to access the Anthropic API.'],
  timeout: () => [408, 'timeout_error', 'Request timed out'],
  server: () => [500, 'api_error', 'Internal server error'],
  unavailable: () => [503, 'api_error', 'Service unavailable'],
  overloaded: () => [529, 'overloaded_error', 'Overloaded'],
  context: () => [400, refused, 'prompt is too long: 210000 tokens > 200000 maximum'],
  policy: () => [400, refused, 'Output blocked by content filtering policy'],
  parameter: () => [400, refused, 'temperature: Extra inputs are not permitted'],
};

/** Anthropic's Messages API: `POST /v1/messages`. */
export const anthropicMessages: WireFormat = {
  name: 'anthropic',
  read: (body) => {
    const tools = listAt(body, 'tools');
    const choice = textAt(body, 'tool_choice', 'type');
    const tool =
      choice === 'tool'
        ? tools.find((each) => textAt(each, 'name') === textAt(body, 'tool_choice', 'name'))
        : choice === 'any'
          ? tools[0]
          : undefined;
    return {
      model: textAt(body, 'model'),
      streamed: at(body, 'stream') === true,
      system: contentText(at(body, 'system')),
      lastUserText: textsOf(listAt(body, 'messages'), ['user'], 'content').last,
      schema:
        schemaAt(tool, 'input_schema') ??
        schemaAt(body, 'output_config', 'format', 'schema') ??
        schemaAt(body, 'output_format', 'schema'),
      forcedTool: tool ? textAt(tool, 'name') : null,
      wantsUsage: true,
    };
  },
  problem: (problem, { model }) => {
    const [status, type, message] = problems[problem](model);
    return { status, body: { type: 'error', error: { type, message }, request_id: 'req_loopback' } };
  },
  events: writeEvents,
  whole: (asked, id, { thoughts, text, ending, reported }) => ({
    ...messageOf(asked, id),
    content: [
      ...(thoughts ? [{ type: 'thinking', thinking: thoughts, signature: 'c2lnbmVk' }] : []),
      ...(text ? [contentOf(asked, id, text)] : []),
    ],
    stop_reason: stopReasonOf(asked, ending),
    ...(reported && { usage: usageOf(reported) }),
  }),
};

function writeEvents(asked: Asked, id: string, reported: Reported): EventWriter {
  const send = (type: string, data: object) => event({ type, ...data }, type);
  let index = -1;
  let open: 'thinking' | 'answer' | null = null;
  const endBlock = () => {
    const frames =
      open === 'thinking'
        ? send('content_block_delta', { index, delta: { type: 'signature_delta', signature: 'c2lnbmVk' } })
        : '';
    const end = open ? send('content_block_stop', { index }) : '';
    open = null;
    return frames + end;
  };
  const enter = (block: 'thinking' | 'answer', content: object) => {
    if (open === block) return '';
    const end = endBlock();
    index += 1;
    open = block;
    return end + send('content_block_start', { index, content_block: content });
  };
  const say = (piece: string) =>
    asked.forcedTool
      ? enter('answer', { type: 'tool_use', id: `toolu_${id}`, name: asked.forcedTool, input: {} }) +
        send('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: piece } })
      : enter('answer', { type: 'text', text: '' }) +
        send('content_block_delta', { index, delta: { type: 'text_delta', text: piece } });
  return {
    start: () => {
      const message = {
        ...messageOf(asked, id),
        ...(reported && { usage: { ...usageOf(reported), ...written({ output_tokens: 1 }, reported) } }),
      };
      return send('message_start', { message }) + send('ping', {});
    },
    thought: (piece) =>
      enter('thinking', { type: 'thinking', thinking: '', signature: '' }) +
      send('content_block_delta', { index, delta: { type: 'thinking_delta', thinking: piece } }),
    text: say,
    refusal: say,
    end: (ending) =>
      endBlock() +
      send('message_delta', {
        delta: { stop_reason: stopReasonOf(asked, ending), stop_sequence: null },
        ...(reported && { usage: usageOf(reported) }),
      }) +
      send('message_stop', {}),
    problem: (problem) => {
      const [, type, message] = problems[problem](asked.model);
      return send('error', { error: { type, message }, request_id: 'req_loopback' });
    },
  };
}

const messageOf = ({ model }: Asked, id: string) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
});

const contentOf = ({ forcedTool }: Asked, id: string, text: string) =>
  forcedTool
    ? { type: 'tool_use', id: `toolu_${id}`, name: forcedTool, input: argumentsOf(text) }
    : { type: 'text', text };

/** Arguments that were cut can't be written as the object that the format wants: their text is one then. */
function argumentsOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

const stopReasonOf = ({ forcedTool }: Asked, ending: Ending) =>
  ending === 'stop' && forcedTool ? 'tool_use' : stopReasons[ending];

function usageOf(reported: NonNullable<Reported>) {
  const { input, cachedInput, cacheWrite, output, reasoning } = reported.tokens;
  return written(
    {
      input_tokens: input,
      cache_creation_input_tokens: cacheWrite,
      cache_read_input_tokens: cachedInput,
      output_tokens: output + reasoning,
      ...(reasoning > 0 && { output_tokens_details: { thinking_tokens: reasoning } }),
    },
    reported,
  );
}
