'use client';
import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { ActionMenu, type MenuAction } from '@/components/ui/action-menu';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { useNavigation } from '@/components/ui/navigation-provider';
import { compareAddress, isUnderWay, type Job } from './job';
import { RerunDialog } from './rerun-dialog';
import { cancelJob, deleteJob } from './use-job';

interface JobActionsProps {
  job: Job;
  /** The address of the list, below which each job has its page. */
  base: string;
  /** The job was canceled, or its status has changed since then. */
  onChanged: () => Promise<void>;
  /** The job was deleted, and the dialog is closed. */
  onDeleted: () => void;
}

type Action = 'cancel' | 'rerun' | 'delete';

/** Cancels a job while it runs; afterwards runs its workflow again, compares it, or deletes it. */
export function JobActions({ job, base, onChanged, onDeleted }: JobActionsProps) {
  const client = useClient();
  const { push } = useNavigation();
  const [asked, setAsked] = useState<Action | null>(null);
  const menu = useRef<HTMLButtonElement>(null);
  // Runs once the dialog is closed.
  const whenClosed = useRef<(() => void) | null>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const isTooLate = asked === 'cancel' && !isUnderWay(job);
  useEffect(() => {
    // The other button may have had the focus, and can't be pressed anymore.
    if (isTooLate) cancelButton.current?.focus();
  }, [isTooLate]);
  const confirm: Record<Exclude<Action, 'rerun'>, () => Promise<void>> = {
    cancel: async () => {
      try {
        await cancelJob(client, job.id);
      } finally {
        await onChanged();
      }
    },
    delete: async () => {
      await deleteJob(client, job.id);
      whenClosed.current = onDeleted;
    },
  };
  const first = isUnderWay(job) ? 'cancel' : job.contentRemoved ? 'delete' : 'rerun';
  const more: MenuAction[] = job.contentRemoved
    ? []
    : [{ label: 'Run again with changes', onSelect: () => push(`${base}/new?from=${job.id}`) }];
  if (first === 'rerun')
    more.push(
      { label: 'Compare with…', onSelect: () => push(compareAddress(base, job)) },
      { label: labels.delete, tone: 'danger', onSelect: () => setAsked('delete') },
    );
  return (
    <div className="flex gap-2 print:hidden">
      {/* One button for all, so that it keeps the focus as it turns. */}
      <Button onClick={() => setAsked(first)} size="small" variant={first === 'rerun' ? 'line' : 'danger'}>
        {labels[first]}
      </Button>
      {more.length > 0 && <ActionMenu actions={more} label="More actions for this job" ref={menu} />}
      {asked === 'rerun' && (
        <RerunDialog
          base={base}
          job={job}
          onClose={() => setAsked(null)}
          onStarted={(id) => {
            setAsked(null);
            push(`${base}/${id}`);
          }}
        />
      )}
      {asked && asked !== 'rerun' && (
        <ConfirmDialog
          body={isTooLate ? 'There is nothing left to cancel.' : consequences[asked]}
          cancelButton={cancelButton}
          cancelLabel={isTooLate ? 'Close' : 'Keep'}
          confirmLabel={labels[asked]}
          onConfirm={confirm[asked]}
          onOpenChange={(open) => {
            if (open) return;
            setAsked(null);
            whenClosed.current?.();
            whenClosed.current = null;
          }}
          open
          question={isTooLate ? hasEnded : questions[asked]}
          ready={!isTooLate}
        >
          <span className="sr-only" role="status">
            {isTooLate ? hasEnded : ''}
          </span>
        </ConfirmDialog>
      )}
    </div>
  );
}

const labels: Record<Action, string> = { cancel: 'Cancel job', rerun: 'Run again', delete: 'Delete job' };

const questions: Record<Exclude<Action, 'rerun'>, string> = {
  cancel: 'Are you sure you want to cancel this job?',
  delete: 'Are you sure you want to delete this job?',
};

const hasEnded = 'This job has already ended.';

const consequences: Record<Exclude<Action, 'rerun'>, string> = {
  cancel: 'Running steps are stopped, and no others start. The cost so far stays in the usage.',
  delete:
    'Its steps, outputs, attempts and files are removed permanently, and links to the files stop working. Its cost stays in the usage.',
};
