'use client';
import { useClient } from 'urql';
import { type Decision, DecisionForm } from '@/components/approvals/decision-form';
import { CopyButton } from '@/components/ui/copy-button';
import { ZonedTime } from '@/components/ui/moment';
import type { Job, JobStep } from './job';
import { JobOutput } from './job-output';
import { OpenedDetails } from './opened-details';
import { decideApproval } from './use-job';

interface StepApprovalProps {
  job: Job;
  step: JobStep;
  /** Shows the job as it is now. */
  onDecided: () => Promise<void>;
}

/** The request of a step to a person; afterwards, the decision with its person and time. */
export function StepApproval({ job, step, onDecided }: StepApprovalProps) {
  const client = useClient();
  const { approval } = step;
  if (!approval) return null;
  const { text, instructions, isJson, expiresAt, link } = approval;
  if (approval.state !== 'PENDING')
    return (
      <>
        <Receipt approval={approval} />
        {/* An approved text is the step's output. */}
        {approval.state !== 'APPROVED' && text && (
          <OpenedDetails summary="Text before the decision">
            <JobOutput value={text} what={`text of ${step.id} before the decision`} />
          </OpenedDetails>
        )}
      </>
    );
  // A job that is too large for one response is loaded without its texts.
  if (text == null)
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[14.5px] text-muted">
        Waiting for approval. The job is too large to show the text here; its link does.
        {link && <CopyButton label="Copy link" value={link} what={`link to decide ${step.id}`} />}
      </p>
    );
  const decide = async (decision: Decision) => {
    try {
      await decideApproval(client, { jobId: job.id, stepId: step.id, ...decision });
    } finally {
      await onDecided();
    }
  };
  return (
    <DecisionForm
      actions={link && <CopyButton label="Copy link" value={link} what={`link to decide ${step.id}`} />}
      asked={{ text, instructions: instructions ?? null, isJson, expiresAt }}
      onDecide={decide}
    />
  );
}

type Approval = NonNullable<JobStep['approval']>;

const verbs: Record<Exclude<Approval['state'], 'PENDING'>, string> = {
  APPROVED: 'Approved',
  EDITED: 'Edited and approved',
  REFUSED: 'Refused',
  TIMED_OUT: 'Nobody decided in time. Closed',
  WITHDRAWN: 'Closed without a decision',
};

function Receipt({ approval }: { approval: Approval }) {
  const { state, decidedBy, decidedThrough, decidedAt, reason } = approval;
  if (state === 'PENDING') return null;
  const by =
    decidedThrough === 'LINK'
      ? ' with the signed link'
      : decidedBy && ` by ${decidedBy.name}${decidedThrough === 'API_KEY' ? ' through an API key' : ''}`;
  return (
    <p className="wrap-anywhere text-[14.5px] text-muted">
      {verbs[state]}
      {by}
      {decidedAt !== null && (
        <>
          {' '}
          at <ZonedTime at={decidedAt} />
        </>
      )}
      .{reason && ` Reason: ${reason}`}
    </p>
  );
}
