import Link from 'next/link';
import { renderStatic } from '@/components/content/render-static';
import { StaticText } from '@/components/content/static-text';
import { JoinWaitlistButton } from '@/components/site/waitlist/join-waitlist-button';
import { type PlanConfig, plans } from '@/lib/config/plans';
import { listPosts, type Post } from '@/lib/content/posts';
import { formatDate } from '@/lib/format/date';
import { dollarsOf, formatPrice } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import narrow from './dashboard-narrow.webp';
import wide from './dashboard-wide.webp';
import { Hero } from './hero';
import { Reasons } from './reasons';
import { SampleWorkflow } from './sample-workflow';
import { WhatRuns } from './what-runs';

/** The landing page (docs/product.md, "Landing page"). */
export function LandingScreen() {
  return (
    <>
      <Hero />
      <StatsBoard />
      <DashboardPicture />
      <Reasons />
      <SampleWorkflow />
      <WhatRuns />
      <Plans />
      <LatestPosts posts={listPosts().slice(0, 2)} />
      <AlphaCall />
    </>
  );
}

const stats = [
  { figure: '8', label: 'core problems solved' },
  { figure: '5 min', label: 'integration time' },
  { figure: 'Zero', label: 'vendor lock-in' },
  { figure: 'CLI + SDK', label: 'with the alpha' },
];

/** The four headline figures, like a departures board under the hero. */
function StatsBoard() {
  return (
    <section aria-label="In figures" className="border-t border-rule-dark bg-ink-2 text-[#eef4f1]">
      <dl className="wrap grid grid-cols-2 md:grid-cols-4">
        {stats.map(({ figure, label }) => (
          <div
            key={label}
            className="flex flex-col-reverse border-l border-rule-dark pt-6 pb-7 pl-3.5 max-md:nth-[n+3]:border-t md:pl-5.5"
          >
            <dt className="text-[13.5px] text-on-ink-muted md:text-[14.5px]">{label}</dt>
            <dd className="font-mono text-[26px] leading-[1.1] font-semibold tracking-[-0.04em] whitespace-nowrap tabular-nums lg:text-[34px]">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The call to action at the end of the landing page. */
function AlphaCall() {
  return (
    <section
      aria-labelledby="alpha"
      className="bg-ink bg-[radial-gradient(700px_300px_at_80%_50%,#14332599,transparent_70%)] text-[#eef4f1]"
    >
      <div className="wrap flex flex-wrap items-center justify-between gap-x-12 gap-y-7 py-14 md:py-18">
        <div>
          <h2
            id="alpha"
            className="text-[30px] leading-[1.12] font-[680] tracking-[-0.02em] text-balance md:text-[34px]"
          >
            Alpha Access Coming Soon
          </h2>
          <p className="mt-3 max-w-[52ch] text-[17px] text-on-ink-muted">
            We write to you when the alpha opens, and your feedback shapes the platform.
          </p>
        </div>
        <div>
          <JoinWaitlistButton variant="signal" />
        </div>
      </div>
    </section>
  );
}

/** The real dashboard, photographed by `npm run pictures`. Its room is kept before it has loaded. */
function DashboardPicture() {
  return (
    <section aria-labelledby="dashboard" className="border-b border-rule py-12 md:py-21">
      <div className="wrap">
        <h2
          id="dashboard"
          className="text-[30px] leading-[1.12] font-[680] tracking-[-0.02em] text-balance md:text-[34px]"
        >
          See what your tasks cost
        </h2>
        <p className="mt-3 max-w-[58ch] text-[17px] text-muted">
          The dashboard shows executions, cost, tokens, and success rate for any range of days, with your
          busiest templates.
        </p>
        <figure className="mt-9">
          <picture>
            <source media="(width < 640px)" srcSet={narrow.src} width={narrow.width} height={narrow.height} />
            <img
              src={wide.src}
              width={wide.width}
              height={wide.height}
              alt="The developer dashboard: this month’s workflows and the account’s limit; below them 30 days of executions as a line chart, and the top templates as bars."
              loading="lazy"
              decoding="async"
              className="h-auto w-full rounded-panel border border-rule bg-paper-2 shadow-[0_24px_60px_-24px_#0b121033] max-sm:mx-auto max-sm:max-w-[400px] max-sm:[mask-image:linear-gradient(#000_82%,transparent)]"
            />
          </picture>
          <figcaption className="mt-4 text-[14.5px] text-muted">
            The developer dashboard, with demo data.
          </figcaption>
        </figure>
      </div>
    </section>
  );
}

/** The way from the landing page to the blog; nothing if it has no posts. */
function LatestPosts({ posts }: { posts: Post[] }) {
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="posts" className="border-t border-rule bg-paper-2 py-14 md:py-18">
      <div className="wrap grid gap-x-14 gap-y-7 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <h2
            id="posts"
            className="text-[30px] leading-[1.12] font-[680] tracking-[-0.02em] text-balance md:text-[34px]"
          >
            From the blog
          </h2>
          <p className="mt-3 text-[17px] text-muted">
            How the platform is designed, and why.{' '}
            <Link href="/blog" prefetch={false} className="text-signal-ink underline underline-offset-3">
              All posts
            </Link>
          </p>
        </div>
        <ul className="border-rule max-lg:border-t">
          {posts.map(({ slug, title, date }) => (
            <li key={slug} className="border-b border-rule py-4 lg:first:pt-1.5">
              <Link
                href={`/blog/${slug}`}
                prefetch={false}
                className="inline-block text-[18px] leading-[1.35] font-[650] tracking-[-0.01em] no-underline hover:underline"
              >
                {title}
              </Link>
              <p className="mt-1 text-[14px] text-muted tabular-nums">
                <time dateTime={date}>{formatDate(date)}</time>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const offered: readonly PlanConfig[] = plans;

/** The plans with their prices, cheapest first. */
async function Plans() {
  const list = await renderStatic(
    <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-control border border-rule bg-rule lg:grid-cols-4">
      {offered.map((plan) => (
        <li key={plan.id} className="bg-paper px-3.5 py-5 sm:px-6 sm:py-6">
          <h3 className="text-[15px] font-semibold">{plan.name}</h3>
          <p className="mt-2 text-[14px] text-muted">
            <span className="font-mono text-[24px] leading-tight sm:text-[26px] font-semibold tracking-[-0.04em] text-text tabular-nums">
              {formatPrice(dollarsOf(plan.monthlyPriceMicros))}
            </span>{' '}
            <span className="whitespace-nowrap">per month</span>
          </p>
          <ul className="mt-4 grid gap-1 border-t border-rule pt-4 text-[14px]">
            <li className="font-medium">{executions(plan)}</li>
            <li className="text-muted">{furtherExecutions(plan)}</li>
            <li className="text-muted">{plan.stepsAtOnce} steps at once</li>
            <li className="text-muted">jobs kept for {plan.jobDays} days</li>
          </ul>
        </li>
      ))}
    </ul>,
  );
  return (
    <section aria-labelledby="plans" className="border-t border-rule py-12 md:py-21">
      <div className="wrap">
        <h2 id="plans" className="text-[30px] leading-[1.12] font-[680] tracking-[-0.02em] md:text-[34px]">
          Four plans
        </h2>
        <p className="mt-3 max-w-[60ch] text-[17px] text-muted">
          A workflow that ends is one execution, whatever its number of steps. Providers bill their own
          tokens.
        </p>
        <StaticText className="mt-9" {...list} />
      </div>
    </section>
  );
}

const executions = ({ includedExecutions }: PlanConfig) =>
  includedExecutions === null ? 'Unlimited executions' : `${formatCount(includedExecutions)} executions`;

function furtherExecutions({ includedExecutions, overagePriceMicros }: PlanConfig): string {
  if (includedExecutions === null) return 'no overage';
  return overagePriceMicros === null
    ? 'then refused'
    : `then ${formatPrice(dollarsOf(overagePriceMicros))} each`;
}
