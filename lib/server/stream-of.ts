/** A stream that is read only as fast as the client takes it; a client that leaves ends the reading. */
export const streamOf = (chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );

/**
 * The same response, without a body for HEAD. `onEnd` is called once its body has been read or has failed, or its client
 * has left; then perhaps again.
 */
export function untilSent(
  { method, signal }: Pick<Request, 'method' | 'signal'>,
  { body, status, headers }: Response,
  onEnd: () => void,
): Response {
  if (!body || method === 'HEAD') {
    onEnd();
    void body?.cancel();
    return new Response(null, { status, headers });
  }
  // Next neither reads nor cancels the body for a client that has left before.
  if (signal.aborted) onEnd();
  signal.addEventListener('abort', onEnd, { once: true });
  const reader = body.getReader();
  const sent = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await reader.read().catch((error) => {
          onEnd();
          throw error;
        });
        if (!done) return controller.enqueue(value);
        onEnd();
        controller.close();
      },
      async cancel(reason) {
        onEnd();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(sent, { status, headers });
}
