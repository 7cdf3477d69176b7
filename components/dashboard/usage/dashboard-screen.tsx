'use client';
import Link from 'next/link';
import { useRef } from 'react';
import { Failure } from '@/components/ui/failure';
import { docsTrees } from '@/lib/config/docs';
import { DashboardSections } from './dashboard-sections';
import { DashboardSkeleton } from './dashboard-skeleton';
import { ExecutionTrends } from './execution-trends';
import { TopTemplates } from './top-templates';
import { UsageSummary } from './usage-summary';
import { type DashboardState, useDashboard } from './use-dashboard';

/** The developer dashboard: a person's own usage (SPEC.md, section 2). */
export function DashboardScreen() {
  const state = useDashboard();
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="font-semibold text-[26px] leading-tight tracking-[-0.02em]" ref={title} tabIndex={-1}>
          My Developer Dashboard
        </h1>
        <Link
          href={docsTrees.devdocs.root}
          prefetch={false}
          className="text-[15px] text-signal-ink underline underline-offset-3"
        >
          {docsTrees.devdocs.title}
        </Link>
      </div>
      {/* One line in every state, so that what follows stays where it is. */}
      <p className="mt-1 mb-8 text-[15px] text-muted" role="status">
        {state.status === 'loading'
          ? 'Loading your dashboard...'
          : 'Your own usage. Days and months are UTC.'}
      </p>
      <DashboardContent
        onRetry={(retry) => {
          // The button is about to go: its focus stays on the page, at the title.
          title.current?.focus();
          retry();
        }}
        state={state}
      />
    </>
  );
}

type DashboardContentProps = { state: DashboardState; onRetry: (retry: () => void) => void };

function DashboardContent({ state, onRetry }: DashboardContentProps) {
  if (state.status === 'loading') return <DashboardSkeleton />;
  if (state.status === 'failed') {
    return <Failure message="Failed to load dashboard." onRetry={() => onRetry(state.retry)} />;
  }
  return (
    <DashboardSections
      summary={<UsageSummary stats={state.usage.userDashboardStats} />}
      templates={<TopTemplates templates={state.usage.topTemplatesByUser} />}
      trends={<ExecutionTrends days={state.usage.usageByUser} />}
    />
  );
}
