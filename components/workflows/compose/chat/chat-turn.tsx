import { memo, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { TextLink } from '@/components/ui/link';
import { Failure } from '@/components/ui/outcome';
import { isUnderWay } from '@/components/workflows/job';
import { JobErrorNote } from '@/components/workflows/job-error-note';
import { isFromSandbox, SandboxNote } from '@/components/workflows/job-output';
import { formatTokens, runTime } from '@/components/workflows/measures';
import { formatSpending } from '@/components/workflows/receipt';
import { StepReceipt } from '@/components/workflows/step-receipt';
import { useJob } from '@/components/workflows/use-job';
import { type Outcome, outcomeOf, type Turn } from './chat';
import { ReplyText } from './reply-text';

interface ChatTurnProps {
  turn: Turn;
  /** From 1. */
  number: number;
  base: string;
  onEnd: (outcome: Outcome) => void;
  /** Sends the text again; null if it isn't the last message. */
  onRetry: (() => void) | null;
}

/** A message and its reply, or what came of it, with the receipt. */
export function ChatTurn({ turn, number, base, onEnd, onRetry }: ChatTurnProps) {
  const { jobId, text, model, outcome } = turn;
  return (
    <li className="grid min-w-0 gap-3">
      <div className="wrap-anywhere rounded-panel bg-paper-2 px-4 py-3 print:border print:border-rule">
        <h3 className="mb-1 font-semibold text-[14px]">You</h3>
        <p className="whitespace-pre-wrap text-[15px]">{text}</p>
      </div>
      <div className="wrap-anywhere min-w-0 rounded-panel border border-rule bg-white px-4 py-3 [--surface:white]">
        <div className="mb-1 flex min-h-[34px] items-center justify-between gap-3">
          <h3 className="min-w-0 font-mono font-semibold text-[13.5px]">{outcome?.step?.model ?? model}</h3>
          {outcome?.reply != null && (
            <span className="flex-none print:hidden">
              <CopyButton value={outcome.reply} what={`reply ${number}`} />
            </span>
          )}
        </div>
        {outcome ? (
          <Ended onRetry={onRetry} outcome={outcome} />
        ) : (
          <Running jobId={jobId} model={model} onEnd={onEnd} />
        )}
        <div className="mt-2 text-[13.5px] text-muted tabular-nums">
          <p>
            {outcome && outcome.status !== 'GONE' && `${summaryOf(outcome)} · `}
            <TextLink href={`${base}/${jobId}`}>
              Job<span className="sr-only"> of message {number}</span>
            </TextLink>
          </p>
          {outcome && <Receipt number={number} outcome={outcome} />}
        </div>
      </div>
    </li>
  );
}

interface RunningProps {
  jobId: string;
  model: string;
  onEnd: (outcome: Outcome) => void;
}

/** Follows a job until it ends. */
function Running({ jobId, model, onEnd }: RunningProps) {
  const { loaded } = useJob(jobId);
  const end = useEffectEvent(onEnd);
  const data = loaded.status === 'ready' ? loaded.data : undefined;
  useEffect(() => {
    if (data === null || (data && !isUnderWay(data.job))) end(outcomeOf(data));
  }, [data]);
  const place = useRef<HTMLDivElement>(null);
  const job = data?.job;
  const attempts = data?.attempts ?? [];
  const [step] = job?.steps ?? [];
  return (
    <div ref={place} tabIndex={-1}>
      {loaded.status === 'failed' ? (
        <Failure
          message="The reply couldn't be loaded."
          onRetry={() => {
            // The button is about to go.
            place.current?.focus();
            loaded.retry();
          }}
          wait={loaded.wait}
        />
      ) : (
        <p className="text-[15px] text-muted">
          {job?.waitReason === 'NO_WORKER'
            ? 'Waiting: the server runs no jobs right now. The message goes on once it does.'
            : `Waiting for ${model}...`}
        </p>
      )}
      {/* The first call needs no words of its own. */}
      {step && attempts.length > 1 && (
        <div className="mt-2">
          <StepReceipt attempts={attempts} step={step} />
        </div>
      )}
    </div>
  );
}

/** The reply, or why there is none. It no longer changes. */
const Ended = memo(function Ended({ outcome, onRetry }: { outcome: Outcome; onRetry: (() => void) | null }) {
  const { status, reply, truncated, error, step } = outcome;
  return (
    <>
      {reply !== null && <ReplyText text={reply} />}
      {reply !== null && truncated && (
        <p className="mt-1.5 text-[13.5px] text-muted">The reply was cut at the longest output.</p>
      )}
      {reply !== null && step && isFromSandbox(step) && <SandboxNote />}
      {reply === null && <WithoutReply error={error} status={status} />}
      {reply === null && (
        <p className="mt-2 text-[13.5px] text-muted">Later messages don't contain this one.</p>
      )}
      {reply === null && onRetry && (
        <Button className="mt-3 print:hidden" onClick={onRetry} size="small" variant="line">
          Try again
        </Button>
      )}
    </>
  );
});

/** The model, time, tokens, and cost of a message, in one line: `sandbox/fast · 340 ms · 12 in, 30 out · $0.0001`. */
function summaryOf({ step, times, tokens, spent }: Outcome): string {
  const parts = [
    step?.model,
    runTime(times, 0),
    tokens && `${formatTokens(tokens)} tokens`,
    formatSpending(spent),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Each attempt of a message, folded away if it has a reply. */
const Receipt = memo(function Receipt({ outcome, number }: { outcome: Outcome; number: number }) {
  const { step, attempts, reply } = outcome;
  if (!step || attempts.length === 0) return null;
  return (
    <details className="mt-1" open={reply === null}>
      <summary className="w-fit cursor-pointer rounded-control py-0.5 hover:text-text">
        Receipt<span className="sr-only"> of message {number}</span>
      </summary>
      <div className="mt-1.5 text-text">
        <StepReceipt attempts={attempts} lost={step.spentWithoutResult} step={step} />
      </div>
    </details>
  );
});

function WithoutReply({ status, error }: Pick<Outcome, 'status' | 'error'>) {
  if (error) return <JobErrorNote error={error} failed={status === 'FAILED'} step="reply" />;
  return <p className="text-[15px]">{sentences[status] ?? sentences.COMPLETED}</p>;
}

const sentences: Partial<Record<Outcome['status'], string>> = {
  CANCELED: 'The message was stopped before it had a reply.',
  GONE: "The message's job was deleted.",
  COMPLETED: 'The reply is too long to be shown here. It is on the page of its job.',
};
