import { at, event, listAt, schemaAt, textAt, textsOf, written } from './fields';
import { openAiProblems } from './openai-problems';
import type { Asked, Ending, EventWriter, Reported, WireFormat } from './wire-format';

const finishReasons: Record<Ending, string> = {
  stop: 'stop',
  refusal: 'stop',
  length: 'length',
  filtered: 'content_filter',
  recitation: 'content_filter',
  policy: 'content_filter',
};

const problemsFor = ({ model }: Asked) => openAiProblems(model, 'messages');

/** Chat Completions, which OpenAI, Ollama, vLLM and many others speak: `POST /v1/chat/completions`. */
export const chatCompletions: WireFormat = {
  name: 'compatible',
  read: (body) => {
    const messages = listAt(body, 'messages');
    const streamed = at(body, 'stream') === true;
    return {
      model: textAt(body, 'model'),
      streamed,
      system: textsOf(messages, ['system', 'developer'], 'content').all,
      lastUserText: textsOf(messages, ['user'], 'content').last,
      schema: schemaAt(body, 'response_format', 'json_schema', 'schema'),
      forcedTool: null,
      wantsUsage: !streamed || at(body, 'stream_options', 'include_usage') === true,
    };
  },
  problem: (problem, asked) => {
    const { status, error } = problemsFor(asked)[problem];
    return { status, body: { error } };
  },
  events: writeEvents,
  whole: (asked, id, { thoughts, text, refuses, ending, reported }) => ({
    ...head(asked, id, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: refuses ? null : text,
          refusal: refuses ? text : null,
          ...(thoughts && { reasoning_content: thoughts }),
        },
        logprobs: null,
        finish_reason: finishReasons[ending],
      },
    ],
    ...(reported && { usage: usageOf(reported) }),
  }),
};

function writeEvents(asked: Asked, id: string, reported: Reported): EventWriter {
  const chunk = (delta: object, finishReason: string | null = null) =>
    event({
      ...head(asked, id, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
      ...(asked.wantsUsage && { usage: null }),
    });
  const usage = () =>
    asked.wantsUsage && reported
      ? event({ ...head(asked, id, 'chat.completion.chunk'), choices: [], usage: usageOf(reported) })
      : '';
  return {
    start: () => chunk({ role: 'assistant', content: '', refusal: null }),
    thought: (piece) => chunk({ reasoning_content: piece }),
    text: (piece) => chunk({ content: piece }),
    refusal: (piece) => chunk({ refusal: piece }),
    end: (ending) => `${chunk({}, finishReasons[ending])}${usage()}data: [DONE]\n\n`,
    problem: (problem) => event({ error: problemsFor(asked)[problem].error }),
  };
}

const head = ({ model }: Asked, id: string, object: string) => ({
  id: `chatcmpl-${id}`,
  object,
  created: Math.floor(Date.now() / 1000),
  model,
});

/** The format has no tokens that are written to a cache. */
function usageOf(reported: NonNullable<Reported>) {
  const { input, cachedInput, output, reasoning } = reported.tokens;
  return written(
    {
      prompt_tokens: input + cachedInput,
      completion_tokens: output + reasoning,
      total_tokens: input + cachedInput + output + reasoning,
      prompt_tokens_details: { cached_tokens: cachedInput },
      completion_tokens_details: { reasoning_tokens: reasoning },
    },
    reported,
  );
}
