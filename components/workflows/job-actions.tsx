'use client';
import { type Ref, useRef, useState } from 'react';
import { useClient } from 'urql';
import { ConfirmDialog } from '@/components/ui/alert-dialog';
import { Button } from '@/components/ui/button';
import { isUnderWay, type Job } from './job';
import { cancelJob, deleteJob } from './use-job';

interface JobActionsProps {
  job: Job;
  /** The job was canceled, or has changed meanwhile. */
  onChanged: () => Promise<void>;
  /** The job was deleted, and the dialog is closed. */
  onDeleted: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** Cancels a job while it runs, and deletes one that has ended, each after a question. */
export function JobActions({ job, onChanged, onDeleted, ref }: JobActionsProps) {
  const client = useClient();
  const [asked, setAsked] = useState<'cancel' | 'delete' | null>(null);
  const isDeleted = useRef(false);
  const confirm = {
    cancel: async () => {
      try {
        await cancelJob(client, job.id);
      } finally {
        await onChanged();
      }
    },
    delete: async () => {
      await deleteJob(client, job.id);
      isDeleted.current = true;
    },
  };
  const action = isUnderWay(job) ? 'cancel' : 'delete';
  return (
    <>
      {/* One button for both, so that it keeps the focus as it turns. */}
      <Button
        className="print:hidden"
        onClick={() => setAsked(action)}
        ref={ref}
        size="small"
        variant="danger"
      >
        {labels[action]}
      </Button>
      {asked && (
        <ConfirmDialog
          body={consequences[asked]}
          confirmLabel={labels[asked]}
          onConfirm={confirm[asked]}
          onOpenChange={(open) => {
            if (open) return;
            setAsked(null);
            if (isDeleted.current) onDeleted();
          }}
          open
          question={`Are you sure you want to ${asked} this job?`}
        />
      )}
    </>
  );
}

const labels = { cancel: 'Cancel job', delete: 'Delete job' };

const consequences = {
  cancel: 'Steps that run are ended, and no other starts. What it has cost so far stays in the usage.',
  delete: 'Its steps, outputs and attempts are removed permanently. Its cost stays in the usage.',
};
