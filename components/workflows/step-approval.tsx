'use client';
import { useEffect, useRef } from 'react';
import { useClient } from 'urql';
import { type Decision, DecisionForm } from '@/components/approvals/decision-form';
import { CopyButton } from '@/components/ui/copy-button';
import { TextLink } from '@/components/ui/link';
import { ZonedTime } from '@/components/ui/moment';
import { formatRelative } from '@/lib/format/date';
import type { Job, JobStep } from './job';
import { JobOutput } from './job-output';
import { OpenedDetails } from './opened-details';
import { decideApproval } from './use-job';

interface WaitingApprovalsProps {
  job: Job;
  /** Shows the job as it is now. */
  onDecided: () => Promise<void>;
}

/** The open questions of a job to people, above everything else of it. */
export function WaitingApprovals({ job, onDecided }: WaitingApprovalsProps) {
  const waiting = job.steps.filter(isWaiting);
  const title = useRef<HTMLHeadingElement>(null);
  /** The step that the person has decided about, until its form is gone. */
  const decidedStep = useRef<string>(null);
  useEffect(() => {
    const id = decidedStep.current;
    if (id === null || waiting.some((step) => step.id === id)) return;
    decidedStep.current = null;
    // The form had the focus. If nothing else waits, the step says what was decided.
    (title.current ?? document.getElementById(stepTitleId(id)))?.focus();
  });
  if (waiting.length === 0) return null;
  return (
    <section
      aria-labelledby="waiting-approvals"
      className="mb-6 rounded-panel border border-amber bg-white px-4 py-4 [--surface:white] sm:px-5"
    >
      <h2 className="w-fit font-semibold text-[17px]" id="waiting-approvals" ref={title} tabIndex={-1}>
        Waiting for approval
      </h2>
      <ul className="mt-2 grid gap-6">
        {waiting.map((step) => (
          <li className="grid min-w-0 gap-3" key={step.id}>
            <h3 className="wrap-anywhere font-medium text-[15px]">{step.id}</h3>
            <Question
              approval={step.approval}
              job={job}
              onDecided={() => {
                decidedStep.current = step.id;
                return onDecided();
              }}
              step={step}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The id of the element that names a step in the list of steps. */
export const stepTitleId = (step: string): string => `step-${step}`;

type Approval = NonNullable<JobStep['approval']>;

const isWaiting = (step: JobStep): step is JobStep & { approval: Approval } =>
  step.approval?.state === 'PENDING';

/** The decision about a step, with its person and time. */
export function StepApproval({ step }: { step: JobStep }) {
  const { approval } = step;
  if (!approval) return null;
  if (isWaiting(step))
    return (
      <p className="text-[14.5px] text-muted">
        <TextLink href="#waiting-approvals">Decide at the top of this page</TextLink>
      </p>
    );
  return (
    <>
      <Receipt approval={approval} />
      {/* An approved text is the step's output. */}
      {approval.state !== 'APPROVED' && approval.text && (
        <OpenedDetails summary="Text before the decision">
          <JobOutput value={approval.text} what={`text of ${step.id} before the decision`} />
        </OpenedDetails>
      )}
    </>
  );
}

interface QuestionProps extends WaitingApprovalsProps {
  step: JobStep;
  approval: Approval;
}

/** The request of a step to a person. */
function Question({ job, step, approval, onDecided }: QuestionProps) {
  const client = useClient();
  const { text, instructions, isJson, expiresAt, link } = approval;
  // A job that is too large for one response is loaded without its texts.
  if (text == null)
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[14.5px] text-muted">
        The job is too large to show the text here. The link shows it.
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
    <>
      <DecisionForm
        actions={link && <CopyButton label="Copy link" value={link} what={`link to decide ${step.id}`} />}
        asked={{ text, instructions: instructions ?? null, isJson }}
        onDecide={decide}
      />
      <p className="text-[14px] text-muted">
        Decide by <ZonedTime at={expiresAt} />, {formatRelative(expiresAt, Date.now())}.
      </p>
    </>
  );
}

const verbs: Record<Exclude<Approval['state'], 'PENDING'>, string> = {
  APPROVED: 'Approved',
  EDITED: 'Edited and approved',
  REFUSED: 'Refused',
  TIMED_OUT: 'Nobody decided in time. Closed',
  WITHDRAWN: 'Closed without a decision',
};

function Receipt({ approval }: { approval: Approval }) {
  const { state, decidedBy, decidedThrough, decidedAs, decidedAt, reason } = approval;
  if (state === 'PENDING') return null;
  const by =
    decidedThrough === 'LINK'
      ? ' with the signed link'
      : decidedBy && ` by ${decidedBy.name}${decidedThrough === 'API_KEY' ? ' through an API key' : ''}`;
  return (
    <p className="wrap-anywhere text-[14.5px] text-muted">
      {verbs[state]}
      {by}
      {decidedAs && (
        <>
          , as <bdi>{decidedAs}</bdi>,
        </>
      )}
      {decidedAt !== null && (
        <>
          {' '}
          on <ZonedTime at={decidedAt} />
        </>
      )}
      .{reason && ` Reason: ${reason}`}
    </p>
  );
}
