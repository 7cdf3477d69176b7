import type { ExecutionResult } from 'graphql';
import {
  getSSEProcessor,
  isAsyncIterable,
  mapAsyncIterator,
  type Plugin,
  processRegularResult,
} from 'graphql-yoga';
import { limits } from '@/lib/config/limits';
import { refusalBody } from '@/lib/server/refusal-body';
import { requestNotes } from '@/lib/server/runtime/runtime';

/**
 * Yoga plugin: responds with JSON whatever the caller accepts, as RFC 9110, 12.5.1 allows, and of a bounded size. Yoga would
 * answer 406 after a mutation has been done, or a stream of events. Only the results of a subscription are such a
 * stream, for callers that accept one (event-streams.ts).
 */
export const jsonResponses: Plugin = {
  onResultProcess: ({ result, setResult, resultProcessor, setResultProcessor }) => {
    if (isAsyncIterable(result)) {
      setResult(mapAsyncIterator(result, (event) => ({ ...event, stringify: boundedEvent })));
      setResultProcessor(streamOfEvents, 'text/event-stream');
      return;
    }
    if (resultProcessor !== processRegularResult)
      setResultProcessor(processRegularResult, 'application/json');
    // Refusals too: a validator's messages quote what the caller chose, once for each fault.
    if (!Array.isArray(result)) setResult({ ...result, stringify: boundedJson });
  },
};

/** Sends a comment every 12 seconds (300 ms under NODE_ENV=test), so that nothing on the way takes it for idle. */
const sendEvents = getSSEProcessor();

const streamOfEvents: typeof sendEvents = async (...result) => {
  const response = await sendEvents(...result);
  // Both are the server's to say, and the second isn't a coding.
  response.headers.delete('connection');
  response.headers.delete('content-encoding');
  // nginx would hold the events back.
  response.headers.set('x-accel-buffering', 'no');
  return response;
};

/** The response's JSON, or that of a refusal where it would have more than `limits.graphql.answerBytes`. */
function boundedJson(result: ExecutionResult): string {
  const text = JSON.stringify(result);
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.graphql.answerBytes) return tooLarge;
  requestNotes.getStore()?.hold?.(bytes);
  return text;
}

/** One event's. What a stream holds in memory is known where it is sent (answer-node-request.ts). */
function boundedEvent(result: ExecutionResult): string {
  const text = JSON.stringify(result);
  return Buffer.byteLength(text) > limits.graphql.answerBytes ? tooLarge : text;
}

const tooLarge = refusalBody({
  code: 'BAD_USER_INPUT',
  message: `The response would have more than ${limits.graphql.answerBytes / 1024 / 1024} MiB. Ask for fewer rows with \`limit\`.`,
});
