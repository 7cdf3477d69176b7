/**
 * Why, in four reasons of two claims each: the eight problems that the stats count (SPEC.md, section 1). How each is
 * solved is what the documentation describes.
 */
export const reasons = [
  {
    title: 'One definition',
    line: 'Your code says what is to be done. Who does it is a setting.',
    claims: [
      {
        claim: 'Define a task once',
        how: 'Name the task and its options. The prompt, the routing and the check of the reply come with it.',
      },
      {
        claim: 'Switch providers without rewriting code',
        how: 'Pin a model, or ask for quality, speed or low cost. The call stays the same.',
      },
    ],
  },
  {
    title: 'Clean in, finished out',
    line: 'What a model reads, and what you get back, is settled before the call.',
    claims: [
      {
        claim: 'Payloads transformed',
        how: 'Preprocessors strip sensitive data, normalize code and encoding, and keep to a token limit.',
      },
      {
        claim: 'Outputs formatted',
        how: 'Postprocessors validate the structure and write JSON, CSV, DOCX, XLSX or PDF.',
      },
    ],
  },
  {
    title: 'One call or ten thousand rows',
    line: 'Long work runs in the background, step by step, and reports back.',
    claims: [
      {
        claim: 'Async and bulk, with callbacks',
        how: 'Queue a workflow, or run it for each row of a file. A signed webhook tells you when it ends.',
      },
      {
        claim: 'Plugins chained',
        how: 'Each step reads what earlier steps wrote. Conditions decide which steps run.',
      },
    ],
  },
  {
    title: 'No surprises',
    line: 'You decide in advance what happens on a failure, and see what each call took.',
    claims: [
      {
        claim: 'Fallbacks per task',
        how: 'List the next models in order. Timeouts, retries and backoff need no code of yours.',
      },
      {
        claim: 'Everything measured',
        how: 'Tokens, latency, fallback retries and a cost estimate are recorded for every model call.',
      },
    ],
  },
] as const;
