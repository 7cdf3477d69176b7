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

/** The same response. `onEnd` is called once its body has been read, has failed, or won't be read by its client. */
export function untilSent({ body, status, headers }: Response, onEnd: () => void): Response {
  if (!body) onEnd();
  const reader = body?.getReader();
  const sent =
    reader &&
    new ReadableStream<Uint8Array>(
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
