import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, type Plugin, processRegularResult } from 'graphql-yoga';
import { limits } from '@/lib/config/limits';
import { refusedAnswer } from '@/lib/server/refused-answer';
import { requestNotes } from '@/lib/server/runtime/runtime';

/**
 * Yoga plugin: answers JSON whatever the caller accepts, as RFC 9110, 12.5.1 allows, and of a bounded size. Yoga would
 * answer 406 after a mutation has been done, or a stream of events.
 */
export const jsonAnswers: Plugin = {
  onResultProcess: ({ result, setResult, resultProcessor, setResultProcessor }) => {
    if (resultProcessor !== processRegularResult)
      setResultProcessor(processRegularResult, 'application/json');
    // Refusals too: a validator's messages quote what the caller chose, once for each fault.
    if (!Array.isArray(result) && !isAsyncIterable(result)) setResult({ ...result, stringify: boundedJson });
  },
};

/** The response's JSON, or that of a refusal where it would have more than `limits.graphql.answerBytes`. */
function boundedJson(result: ExecutionResult): string {
  const text = JSON.stringify(result);
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.graphql.answerBytes)
    return refusedAnswer({
      code: 'BAD_USER_INPUT',
      message: `The response would have more than ${limits.graphql.answerBytes / 1024 / 1024} MiB. Ask for fewer rows with \`limit\`.`,
    });
  requestNotes.getStore()?.hold?.(bytes);
  return text;
}
