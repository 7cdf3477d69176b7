import { renderStatic } from '@/components/content/render-static';
import { StaticText } from '@/components/content/static-text';
import { docsSections } from '@/lib/config/docs-sections';
import { models } from '@/lib/config/models';
import { type ProviderName, providerLabels } from '@/lib/config/models/model-providers';
import { listDocsPages } from '@/lib/content/docs-pages';
import { formatDate } from '@/lib/format/date';
import { formatQuantity } from '@/lib/format/number';
import figures from './bench-figures.json';

/** The parts of the product and whether each runs, as the docs mark their own pages; below them the providers. */
export async function WhatRuns() {
  const pages = listDocsPages('docs').filter(({ section }) => parts.includes(section));
  const running = pages.filter(({ preview }) => !preview);
  const list = await renderStatic(
    <>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2 sm:gap-y-8 lg:grid-cols-4">
        {parts.map((part) => (
          <div key={part}>
            <h3 className="text-[15px] font-semibold">{part}</h3>
            <ul className="mt-2 border-t border-rule text-[15px] max-sm:flex max-sm:flex-wrap max-sm:gap-x-5 max-sm:pt-1 sm:mt-2.5">
              {pages
                .filter(({ section }) => section === part)
                .map(({ href, title, preview }) => (
                  <li key={href} className="flex items-baseline gap-2.5 border-rule py-1 sm:border-b sm:py-2">
                    <span
                      aria-hidden="true"
                      className={`size-2 shrink-0 rounded-full border ${preview ? 'border-control' : 'border-signal bg-signal'}`}
                    />
                    <a href={href} className="min-w-0 no-underline hover:underline">
                      {title}
                    </a>
                    {preview && (
                      <span className="shrink-0 text-[13px] text-muted sm:ml-auto">in preview</span>
                    )}
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
      <Providers />
      <Measured />
    </>,
  );
  return (
    <section aria-labelledby="runs" className="py-12 md:py-21">
      <div className="wrap">
        <h2 id="runs" className="text-[30px] leading-[1.12] font-[680] tracking-[-0.02em] md:text-[34px]">
          What runs today
        </h2>
        <p className="mt-3 max-w-[60ch] text-[17px] text-muted">
          {running.length === pages.length
            ? `All ${pages.length} parts run.`
            : `Of ${pages.length} parts, ${running.length} run. The others are in preview: they are designed and described, and don't run yet.`}
        </p>
        <StaticText className="mt-9" {...list} />
      </div>
    </section>
  );
}

const parts: readonly (string | undefined)[] = docsSections.docs.filter(
  (section) => section !== 'Getting Started',
);

/** Providers whose models the catalog lists. */
const listedProviders = ['openai', 'anthropic', 'gemini'] as const;

/** Every provider by its name, with the models that the catalog has of it. */
function Providers() {
  return (
    <div className="mt-11 grid gap-x-8 gap-y-5 lg:grid-cols-4">
      <div>
        <h3 className="text-[15px] font-semibold">Providers</h3>
        <p className="mt-1 text-[14px] text-muted">
          One variable sets up each.{' '}
          <a href="/docs/integrations/ai-providers" className="text-signal-ink underline underline-offset-3">
            How to set them up
          </a>
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-control border border-rule bg-rule text-[14px] sm:grid-cols-[1fr_1fr_1fr_1.5fr_1.2fr] lg:col-span-3 [&>div]:bg-paper [&>div]:px-4 [&>div]:py-3 [&_dd]:text-muted [&_dt]:text-[15px] [&_dt]:font-semibold">
        {listedProviders.map((provider) => (
          <div key={provider}>
            <dt>{providerLabels[provider]}</dt>
            <dd>{formatQuantity(countModels(provider), { one: 'model', other: 'models' })}</dd>
          </div>
        ))}
        <div>
          <dt>{providerLabels.compatible}</dt>
          <dd>Ollama, vLLM, and others</dd>
        </div>
        <div className="max-sm:col-span-2">
          <dt>{providerLabels.sandbox}</dt>
          <dd>no key, no network</dd>
        </div>
      </dl>
    </div>
  );
}

const countModels = (provider: ProviderName) =>
  models.filter(({ id, retired }) => id.startsWith(`${provider}/`) && retired === null).length;

/** The product's performance, as measured by `npm run bench -- --publish`. */
function Measured() {
  // Parts of the bench can be measured on their own.
  const runs = new Set(
    figures.map(({ measuredOn, cores }) => `on ${formatDate(measuredOn)} with ${cores} cores`),
  );
  return (
    <div className="mt-8 grid gap-x-8 gap-y-5 lg:grid-cols-4">
      <div>
        <h3 className="text-[15px] font-semibold">Measured</h3>
        <p className="mt-1 text-[14px] text-muted">
          By the repository's benchmarks, {[...runs].join(' and ')}.
        </p>
      </div>
      <dl className="grid gap-px overflow-hidden rounded-control border border-rule bg-rule text-[14px] sm:grid-cols-3 lg:col-span-3 [&>div]:bg-paper [&>div]:px-4 [&>div]:py-3">
        {figures.map(({ label, value, unit }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-muted">{label}</dt>
            <dd className="font-mono text-[20px] font-semibold tracking-[-0.03em]">
              {formatMeasured(value, unit)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Two digits are as much as runs on other machines have in common. */
const rounded = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });
const formatMeasured = (value: number, unit: string) =>
  unit === 'ms' && value >= 1000 ? `${rounded.format(value / 1000)} s` : `${rounded.format(value)} ${unit}`;
