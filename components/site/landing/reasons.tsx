import { brand } from '@/lib/config/brand';

/**
 * Four reasons of two claims each: the eight problems that the stats count (docs/product.md, "Purpose"). The
 * documentation describes how each is solved.
 */
const reasons = [
  {
    title: 'One definition',
    line: 'Your code says what to do. The provider is a setting.',
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
        how: 'Queue a workflow, or run it for each row of a file. You get a signed webhook when it ends.',
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

/** The 'Why' list of four reasons, each with its two claims. */
export function Reasons() {
  return (
    <section aria-labelledby="why" className="wrap py-16 md:py-21">
      <h2 id="why" className="text-[30px] leading-[1.12] font-[680] tracking-[-0.02em] md:text-[34px]">
        Why {brand.name}
      </h2>
      <p className="mt-3 max-w-[60ch] text-[17px] text-balance text-muted">
        The missing layer between your app and AI providers: eight problems, solved in one place.
      </p>
      {/* The subgrid keeps the claims of neighbors level, however their lines break. */}
      <ol className="mt-9 grid gap-px overflow-hidden rounded-control border border-rule bg-rule md:grid-cols-2 [&_dd]:mt-0.5 [&_dd]:text-pretty [&_dd]:text-muted [&_dt]:font-semibold">
        {reasons.map(({ title, line, claims }, index) => (
          <li key={title} className="row-span-2 grid grid-rows-subgrid gap-y-5 bg-paper px-5 py-7 md:px-7.5">
            <div>
              <p aria-hidden="true" className="font-mono text-[12px] font-semibold text-signal-ink">
                0{index + 1}
              </p>
              <h3 className="mt-2.5 text-[18px] leading-[1.25] font-[650] tracking-[-0.01em]">{title}</h3>
              <p className="mt-1.5 text-pretty text-muted">{line}</p>
            </div>
            <dl className="grid content-start gap-4 border-t border-rule pt-5 text-[15px]">
              {claims.map(({ claim, how }) => (
                <div key={claim}>
                  <dt>{claim}</dt>
                  <dd>{how}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </section>
  );
}
