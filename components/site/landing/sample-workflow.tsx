import { HighlightedCode } from '@/components/content/code-block';
import { renderStatic } from '@/components/content/render-static';
import { StaticText } from '@/components/content/static-text';
import { Link } from '@/components/ui/link';
import { sampleMutation, sampleVariables } from '@/lib/config/landing-jobs';
import { formatDate } from '@/lib/format/date';
import recorded from './recorded-jobs.json';

const events = [
  'Send the steps, with a file if there is one. You get a jobId at once.',
  'Each step goes to a model that can take it. If that one fails, the next takes over.',
  'When the job is COMPLETED, getJobResult returns its output and its cost.',
];

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** An example of use: the sample mutation with its variables, and next to them what the API returned. */
export async function SampleWorkflow() {
  const { started, ended } = recorded.sample;
  const panes = await renderStatic(
    <>
      <div className="grid min-w-0 content-start gap-4">
        <h3 className="text-[15px] font-semibold">You send</h3>
        <HighlightedCode code={sampleMutation} lang="graphql" title="workflow.graphql" />
        <HighlightedCode code={json(sampleVariables)} lang="json" title="variables.json" />
      </div>
      {/* Sentences in the output wrap. */}
      <div className="grid min-w-0 content-start gap-4 [&_pre]:w-auto [&_pre]:whitespace-pre-wrap">
        <h3 className="text-[15px] font-semibold">You get</h3>
        <HighlightedCode code={json(started)} lang="json" title="queueAsyncWorkflow.json" />
        <HighlightedCode code={json(ended)} lang="json" title="getJobResult.json" />
      </div>
    </>,
  );
  return (
    <section aria-labelledby="sample" className="border-y border-rule bg-paper-2 py-12 md:py-21">
      <div className="wrap">
        <h2
          id="sample"
          className="text-[30px] leading-[1.12] font-[680] tracking-[-0.02em] text-balance md:text-[34px]"
        >
          One mutation starts a workflow
        </h2>
        <ol className="mt-7 grid gap-x-8 gap-y-5 md:grid-cols-3">
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
        <StaticText
          className="mt-9 grid gap-x-6 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] max-sm:[&_pre]:px-3.5 max-sm:[&_pre]:py-3 max-sm:[&_pre]:text-[12px]"
          {...panes}
        />
        <p className="mt-6 max-w-[78ch] text-[14.5px] text-muted">
          Recorded on {formatDate(recorded.recordedAt)} on the sandbox. A short report was uploaded as the
          file, whose null is a placeholder. No step writes a file here, so downloadUrl is null.{' '}
          <Link
            href="/docs/overview#what-is-available"
            className="text-signal-ink underline underline-offset-3"
          >
            What is available
          </Link>
        </p>
      </div>
    </section>
  );
}
