import type { ExecutionResult } from 'graphql';
import {
  getSSEProcessor,
  isAsyncIterable,
  mapAsyncIterator,
  type Plugin,
  processRegularResult,
} from 'graphql-yoga';
import { limits } from '@/lib/config/limits';
import { formatBytes } from '@/lib/format/number';
import { refusalBody } from '@/lib/server/refusal-body';
import { requestNotes } from '@/lib/server/runtime/runtime';

/**
 * Yoga plugin: responds with JSON of a bounded size, whatever the caller accepts (RFC 9110, 12.5.1 allows that). Yoga
 * itself would respond with 406 after a mutation has run, or with a stream of events. Only a subscription returns a
 * stream, to callers that accept one (event-streams.ts).
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
    // Refusals too: a validator quotes the caller's text once per fault.
    if (!Array.isArray(result)) setResult({ ...result, stringify: boundedJson });
  },
};

/** Sends a comment every 12 seconds (300 ms under NODE_ENV=test), so that no proxy closes the stream as idle. */
const sendEvents = getSSEProcessor();

const streamOfEvents: typeof sendEvents = async (...result) => {
  const response = await sendEvents(...result);
  // The server sets both itself, and Yoga's value of the second isn't a valid coding.
  response.headers.delete('connection');
  response.headers.delete('content-encoding');
  // Otherwise nginx buffers the events.
  response.headers.set('x-accel-buffering', 'no');
  return response;
};

/** The response as JSON, or a refusal if that would exceed `limits.graphql.answerBytes`. */
function boundedJson(result: ExecutionResult): string {
  const text = JSON.stringify(result);
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.graphql.answerBytes) return tooLarge;
  requestNotes.getStore()?.hold?.(bytes);
  return text;
}

/** The JSON of one event. The sender counts what a stream holds in memory (node-http.ts). */
function boundedEvent(result: ExecutionResult): string {
  const text = JSON.stringify(result);
  return Buffer.byteLength(text) > limits.graphql.answerBytes ? tooLarge : text;
}

const tooLarge = refusalBody({
  code: 'RESPONSE_TOO_LARGE',
  message: `The response would have more than ${formatBytes(limits.graphql.answerBytes)}. Ask for fewer rows with \`limit\`.`,
});
