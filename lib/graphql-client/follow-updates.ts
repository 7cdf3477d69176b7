import { type AnyVariables, type DocumentInput, stringifyDocument } from 'urql';
import type { ServerError } from './client-errors';
import { sessionToken, verifyStored } from './session-store';

interface Event<Data> {
  data?: Data | null;
  errors?: ServerError[];
}

/**
 * How long (ms) nothing may arrive, not even a comment, which the server sends every 12 seconds. A network that drops
 * silently ends no stream.
 */
const LONGEST_SILENCE = 30_000;

/**
 * Follows a subscription as a stream of events, for the current session.
 * @param onData gets the data of each event
 * @param signal ends it
 * @returns once the server has ended the stream
 * @throws Error if the stream can't be opened, falls silent, breaks off, or ends with an error: for the log, not for people
 */
export async function followUpdates<Data, Variables extends AnyVariables>(
  document: DocumentInput<Data, Variables>,
  variables: Variables,
  onData: (data: Data) => void,
  signal: AbortSignal,
): Promise<void> {
  const token = sessionToken();
  if (token === null) throw new Error('Nobody is signed in.');
  const silence = new AbortController();
  const fallSilent = () => silence.abort(new Error('The stream fell silent.'));
  let timer = setTimeout(fallSilent, LONGEST_SILENCE);
  const onPart = () => {
    clearTimeout(timer);
    timer = setTimeout(fallSilent, LONGEST_SILENCE);
  };
  try {
    const response = await fetch('/api/graphql', {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: stringifyDocument(document), variables }),
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || !response.body) throw new Error(`The server responded with ${response.status}.`);
    for await (const { name, data } of readEvents(response.body, onPart)) {
      if (name === 'complete') return;
      if (name !== 'next') continue;
      if (!verifyStored(token)) throw new Error('Another session is stored by now.');
      const event: Event<Data> = JSON.parse(data);
      if (event.errors?.[0] || !event.data)
        throw new Error(event.errors?.[0]?.message ?? 'An event has no data.');
      onData(event.data);
    }
    throw new Error('The stream broke off.');
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The events of a stream, as the server writes them: `event: next`, `data: {…}`, and an empty line.
 * @param onPart called with each part that arrives, which may be a comment
 */
async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onPart: () => void,
): AsyncGenerator<{ name: string; data: string }> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let text = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      onPart();
      const events = (text + part.value).split(/\r?\n\r?\n/);
      text = events.pop() ?? '';
      for (const event of events) {
        const fields = Object.fromEntries(
          event.split(/\r?\n/).map((line) => {
            const [name = '', ...value] = line.split(':');
            return [name, value.join(':').trim()];
          }),
        );
        yield { name: fields.event ?? 'message', data: fields.data ?? '' };
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
