import { Link } from '@/components/ui/link';
import { brand } from '@/lib/config/brand';
import { listDocsPages } from '@/lib/content/docs-pages';

interface Claim {
  claim: string;
  /** The feature as it is today. */
  how: string;
  /** Pages of the docs whose parts belong to the claim too: named as long as they are previews. */
  also?: readonly string[];
}

/**
 * Four reasons of two claims each: the eight problems that the stats count (docs/product.md, "Purpose"). The
 * documentation describes how each is solved.
 */
export const reasons: readonly { title: string; line: string; claims: readonly Claim[] }[] = [
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
        how: 'Each task returns its own shape, checked before you get it. Postprocessors write it as Word, PDF, Excel, and more.',
      },
    ],
  },
  {
    title: 'One call, many steps',
    line: 'Long work runs in the background, step by step, and survives a restart.',
    claims: [
      {
        claim: 'Async and bulk, with callbacks',
        how: 'Queue a workflow, or run it over each row of a file. A signed callback reports the end of a job to your server.',
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
        how: 'Tokens, latency, fallback retries, and cost are recorded for every model call.',
      },
    ],
  },
];

/** The 'Why' list of four reasons, each with its two claims. */
export function Reasons() {
  return (
    <section aria-labelledby="why" className="wrap py-12 md:py-21">
      <h2 id="why" className="text-[30px] leading-[1.12] font-[680] tracking-[-0.02em] md:text-[34px]">
        Why {brand.name}
      </h2>
      <p className="mt-3 max-w-[60ch] text-[17px] text-balance text-muted">
        The missing layer between your app and AI providers: eight problems, in one place.
      </p>
      {/* The subgrid keeps the claims of neighbors level, however their lines break. */}
      <ol className="mt-9 grid gap-px overflow-hidden rounded-control border border-rule bg-rule md:grid-cols-2 [&_dd]:mt-0.5 [&_dd]:text-pretty [&_dd]:text-muted [&_dt]:font-semibold">
        {reasons.map(({ title, line, claims }, index) => (
          <li
            key={title}
            className="row-span-2 grid grid-rows-subgrid gap-y-4 bg-paper px-5 py-5 md:gap-y-5 md:px-7.5 md:py-7"
          >
            <div className="max-md:grid max-md:grid-cols-[auto_1fr] max-md:items-baseline max-md:gap-x-3">
              <p aria-hidden="true" className="font-mono text-[12px] font-semibold text-signal-ink">
                0{index + 1}
              </p>
              <h3 className="md:mt-2.5 text-[18px] leading-[1.25] font-[650] tracking-[-0.01em]">{title}</h3>
              <p className="col-span-2 mt-1.5 text-pretty text-muted">{line}</p>
            </div>
            <dl className="grid content-start gap-4 border-t border-rule pt-4 text-[15px] md:pt-5">
              {claims.map(({ claim, how, also = [] }) => (
                <div key={claim}>
                  <dt>{claim}</dt>
                  <dd>
                    {how}
                    <InPreview pages={also} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Links to those of the pages that the docs mark as previews; nothing once all of them run. */
function InPreview({ pages }: { pages: readonly string[] }) {
  const previews = listDocsPages('docs').filter(({ href, preview }) => preview && pages.includes(href));
  if (previews.length === 0) return null;
  return (
    <>
      {' '}
      In preview:{' '}
      {previews.map(({ href, title }, index) => (
        <span key={href}>
          {index > 0 && ', '}
          <Link href={href} className="text-signal-ink underline underline-offset-3">
            {title}
          </Link>
        </span>
      ))}
      .
    </>
  );
}
