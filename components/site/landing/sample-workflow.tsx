import { HighlightedCode } from '@/components/content/highlighted-code';
import { renderStatic } from '@/components/content/render-static';
import { StaticText } from '@/components/content/static-text';
import { Link } from '@/components/ui/link';
import { sampleMutation, sampleVariables } from './sample-request';

const events = [
  'Send the steps, with a file if there is one. You get a jobId at once.',
  'Each step goes to a model that can take it. If that one fails, the next takes over.',
  'When the job is COMPLETED, your callback gets a signed link to the finished file.',
];

/** What using it looks like: the sample mutation, its variables, and what happens then. */
export async function SampleWorkflow() {
  const samples = await renderStatic(
    <>
      <HighlightedCode code={sampleMutation} lang="graphql" title="workflow.graphql" />
      <HighlightedCode code={JSON.stringify(sampleVariables, null, 2)} lang="json" title="variables.json" />
    </>,
  );
  return (
    <section aria-labelledby="sample" className="border-t border-rule bg-paper-2 py-16 md:py-21">
      <div className="wrap grid items-start gap-x-14 gap-y-9 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="lg:sticky lg:top-10">
          <h2
            id="sample"
            className="max-w-[16ch] text-[30px] leading-[1.12] font-[680] tracking-[-0.02em] text-balance md:text-[34px]"
          >
            One mutation starts a workflow
          </h2>
          <ol className="mt-7 grid gap-5">
            {events.map((event, index) => (
              <li key={event} className="flex gap-4">
                <span
                  aria-hidden="true"
                  className="pt-[5px] font-mono text-[12px] leading-none font-semibold text-signal-ink tabular-nums"
                >
                  {index + 1}
                </span>
                <span className="max-w-[44ch]">{event}</span>
              </li>
            ))}
          </ol>
          <p className="mt-7 max-w-[46ch] border-t border-rule pt-5 text-[14.5px] text-muted">
            The sample runs today, but callbacks and files aren't sent yet.{' '}
            <Link
              href="/docs/overview#what-is-in-preview"
              className="text-signal-ink underline underline-offset-3"
            >
              What runs today
            </Link>
          </p>
        </div>
        <StaticText className="grid gap-4" {...samples} />
      </div>
    </section>
  );
}
