'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { RerunFilters } from './rerun-plan';
import { RerunQuestion, type StartedJobs, StartedNote } from './rerun-question';

interface RerunFailedProps {
  /** The address of the list. */
  base: string;
  /** The list's own. */
  filters: Omit<RerunFilters, 'status' | 'after' | 'jobIds'> & { status?: string | null } & Partial<
      Record<'withBulkRows' | 'awaitsApproval', boolean | null>
    >;
}

/** Runs the failed jobs of a list's filters again, after a question. It's there if the filters choose such jobs. */
export function RerunFailed({ base, filters }: RerunFailedProps) {
  const [asking, setAsking] = useState(false);
  const [started, setStarted] = useState<StartedJobs | null>(null);
  const status = rerunnable(filters);
  if (!status) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <Button
        onClick={() => {
          setStarted(null);
          setAsking(true);
        }}
        size="small"
        variant="line"
      >
        Run these again
      </Button>
      <StartedNote base={base} started={started} />
      {asking && (
        <RerunQuestion
          filters={{ ...filters, status }}
          onClose={() => setAsking(false)}
          onStarted={setStarted}
        />
      )}
    </div>
  );
}

/** The status that the filters choose; null if jobs of others are among them. */
function rerunnable({
  status,
  errorCode,
  awaitsApproval,
}: RerunFailedProps['filters']): 'FAILED' | 'CANCELED' | null {
  if (status === 'FAILED' || status === 'CANCELED') return status;
  return !status && errorCode && !awaitsApproval ? 'FAILED' : null;
}
