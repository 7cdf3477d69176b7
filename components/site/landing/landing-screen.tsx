import { JoinWaitlistButton } from '@/components/site/waitlist/join-waitlist-button';
import { listPosts } from '@/lib/content/posts';
import { DashboardPicture } from './dashboard-picture';
import { Hero } from './hero';
import { LatestPosts } from './latest-posts';
import { Plans } from './plans';
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
