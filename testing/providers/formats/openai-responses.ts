import { at, event, gatherText, listAt, schemaAt, textAt, textsOf, written } from './fields';
import { openAiProblems } from './openai-problems';
import type { Asked, Ending, EventWriter, Reported, WireFormat } from './wire-format';

/** Why a response is incomplete; null if it is complete. */
const incompleteReasons: Record<Ending, string | null> = {
  stop: null,
  refusal: null,
  policy: null,
  length: 'max_output_tokens',
  filtered: 'content_filter',
  recitation: 'content_filter',
};

const problemsFor = ({ model }: Asked) => openAiProblems(model, 'input');

/** OpenAI's Responses API: `POST /v1/responses`. */
export const openAiResponses: WireFormat = {
  name: 'openai',
  read: (body) => {
    const input = at(body, 'input');
    const messages = typeof input === 'string' ? [{ role: 'user', content: input }] : listAt(body, 'input');
    const system = textsOf(messages, ['system', 'developer'], 'content').all;
    return {
      model: textAt(body, 'model'),
      streamed: at(body, 'stream') === true,
      system: [textAt(body, 'instructions'), system].filter(Boolean).join('\n\n'),
      lastUserText: textsOf(messages, ['user'], 'content').last,
      schema: schemaAt(body, 'text', 'format', 'schema'),
      forcedTool: null,
      wantsUsage: true,
    };
  },
  problem: (problem, asked) => {
    const { status, error } = problemsFor(asked)[problem];
    return { status, body: { error } };
  },
  events: writeEvents,
  whole: (asked, id, { thoughts, text, refuses, ending, reported }) => {
    const output = [
      ...(thoughts ? [thinking(id, thoughts)] : []),
      message(id, [partOf(refuses, text)], incompleteReasons[ending] ? 'incomplete' : 'completed'),
    ];
    return responseOf(asked, id, { ...endOf(ending, reported), output });
  },
};

function writeEvents(asked: Asked, id: string, reported: Reported): EventWriter {
  let sequence = 0;
  const send = (type: string, data: object) => event({ type, sequence_number: sequence++, ...data }, type);
  const output: object[] = [];
  let isThinking = false;
  let said: { refuses: boolean; gathered: ReturnType<typeof gatherText> } | null = null;
  const thoughts = gatherText();

  const thoughtPlace = { item_id: `rs_${id}`, output_index: 0, summary_index: 0 };
  const endThinking = () => {
    if (!isThinking) return '';
    isThinking = false;
    const item = thinking(id, thoughts.text());
    output.push(item);
    return [
      send('response.reasoning_summary_text.done', { ...thoughtPlace, text: thoughts.text() }),
      send('response.reasoning_summary_part.done', { ...thoughtPlace, part: item.summary[0] }),
      send('response.output_item.done', { output_index: 0, item }),
    ].join('');
  };
  const place = () => ({ item_id: `msg_${id}`, output_index: output.length, content_index: 0 });
  const say = (refuses: boolean, piece: string) => {
    const frames = [endThinking()];
    if (!said) {
      said = { refuses, gathered: gatherText() };
      const item = message(id, [], 'in_progress');
      frames.push(send('response.output_item.added', { output_index: output.length, item }));
      frames.push(send('response.content_part.added', { ...place(), part: partOf(refuses, '') }));
    }
    said.gathered.add(piece);
    frames.push(
      refuses
        ? send('response.refusal.delta', { ...place(), delta: piece })
        : send('response.output_text.delta', { ...place(), delta: piece, logprobs: [] }),
    );
    return frames.join('');
  };
  const endMessage = (status: string) => {
    if (!said) return '';
    const { refuses } = said;
    const text = said.gathered.text();
    const part = partOf(refuses, text);
    const item = message(id, [part], status);
    const frames = [
      refuses
        ? send('response.refusal.done', { ...place(), refusal: text })
        : send('response.output_text.done', { ...place(), text, logprobs: [] }),
      send('response.content_part.done', { ...place(), part }),
      send('response.output_item.done', { output_index: output.length, item }),
    ];
    output.push(item);
    return frames.join('');
  };

  return {
    start: () => {
      const response = responseOf(asked, id, { status: 'in_progress' });
      return send('response.created', { response }) + send('response.in_progress', { response });
    },
    thought: (piece) => {
      const frames: string[] = [];
      if (!isThinking) {
        isThinking = true;
        const { summary: _, ...item } = thinking(id, '');
        frames.push(
          send('response.output_item.added', { output_index: 0, item: { ...item, summary: [] } }),
          send('response.reasoning_summary_part.added', {
            ...thoughtPlace,
            part: { type: 'summary_text', text: '' },
          }),
        );
      }
      thoughts.add(piece);
      frames.push(send('response.reasoning_summary_text.delta', { ...thoughtPlace, delta: piece }));
      return frames.join('');
    },
    text: (piece) => say(false, piece),
    refusal: (piece) => say(true, piece),
    end: (ending) => {
      const { status, ...end } = endOf(ending, reported);
      return (
        endThinking() +
        endMessage(status) +
        send(`response.${status}`, { response: responseOf(asked, id, { status, ...end, output }) })
      );
    },
    problem: (problem) => {
      const { error } = problemsFor(asked)[problem];
      const { code, message } = error;
      return (
        send('error', { error }) +
        send('response.failed', {
          response: responseOf(asked, id, { status: 'failed', error: { code, message } }),
        })
      );
    },
  };
}

const thinking = (id: string, text: string) => ({
  id: `rs_${id}`,
  type: 'reasoning',
  summary: [{ type: 'summary_text', text }],
});

const partOf = (refuses: boolean, text: string) =>
  refuses ? { type: 'refusal', refusal: text } : { type: 'output_text', annotations: [], logprobs: [], text };

const message = (id: string, content: object[], status: string) => ({
  id: `msg_${id}`,
  type: 'message',
  status,
  content,
  role: 'assistant',
});

function endOf(ending: Ending, reported: Reported) {
  const reason = incompleteReasons[ending];
  return {
    status: reason ? 'incomplete' : 'completed',
    incomplete_details: reason ? { reason } : null,
    usage: reported && usageOf(reported),
  };
}

const responseOf = ({ model }: Asked, id: string, more: object) => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: Math.floor(Date.now() / 1000),
  error: null,
  incomplete_details: null,
  model,
  output: [],
  usage: null,
  ...more,
});

function usageOf(reported: NonNullable<Reported>) {
  const { input, cachedInput, cacheWrite, output, reasoning } = reported.tokens;
  return written(
    {
      input_tokens: input + cachedInput + cacheWrite,
      input_tokens_details: {
        cached_tokens: cachedInput,
        ...(cacheWrite > 0 && { cache_write_tokens: cacheWrite }),
      },
      output_tokens: output + reasoning,
      output_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: input + cachedInput + cacheWrite + output + reasoning,
    },
    reported,
  );
}
