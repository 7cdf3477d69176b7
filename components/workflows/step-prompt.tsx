'use client';
import { type ReactNode, useCallback, useEffect, useEffectEvent } from 'react';
import { useClient } from 'urql';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { formatBytes } from '@/lib/format/number';
import { useLoaded } from '@/lib/graphql-client/use-loaded';
import { fieldsOf } from '@/lib/rules/json';
import { callCounts, type JobAttempt, type JobStep } from './job';
import { TextBox } from './job-output';
import { type StepPrompt as Loaded, type PromptMessage, readStepPrompt } from './job-request';
import { OpenedDetails } from './opened-details';

interface StepPromptProps {
  jobId: string;
  step: JobStep;
  /** Of the step. */
  attempts: readonly JobAttempt[];
}

/** A step's definition and the messages that it has sent, loaded when the reader opens them. */
export function StepPrompt({ jobId, step, attempts }: StepPromptProps) {
  return (
    <OpenedDetails
      summary={
        <>
          Definition and prompt<span className="sr-only"> of {step.id}</span>
        </>
      }
    >
      <LoadedPrompt attempts={attempts} jobId={jobId} step={step} />
    </OpenedDetails>
  );
}

function LoadedPrompt({ jobId, step, attempts }: StepPromptProps) {
  const client = useClient();
  const read = useCallback(() => readStepPrompt(client, jobId, step.id), [client, jobId, step.id]);
  const failure = `The definition and prompt of ${step.id} couldn't be loaded.`;
  const loaded = useLoaded(read, failure);
  const readAgain = useEffectEvent(async () => {
    if (loaded.status !== 'ready') return;
    // The last reading stays if this one fails: the next may succeed.
    const latest = await read().catch(() => null);
    if (latest) loaded.replace(latest);
  });
  const called = `${step.attempts} ${step.status}`;
  useEffect(() => {
    if (called) void readAgain();
  }, [called]);
  if (loaded.status === 'loading') return <Skeleton className="h-[180px]" />;
  if (loaded.status === 'failed')
    return <Failure message={failure} onRetry={loaded.retry} wait={loaded.wait} />;
  return (
    <>
      <Definition found={loaded.data} />
      <Prompt attempts={attempts} found={loaded.data} step={step} />
    </>
  );
}

function Definition({ found: { id, definition, conditionValues } }: { found: Loaded }) {
  const { condition } = fieldsOf(definition);
  const json = JSON.stringify(definition, null, 2);
  const values = JSON.stringify(conditionValues, null, 2);
  return (
    <>
      {typeof condition === 'string' && (
        <TextBox copied={condition} label="Condition" what={`condition of ${id}`}>
          {condition}
        </TextBox>
      )}
      {conditionValues === undefined && (
        <Note>The values that the condition read are too large to be shown here.</Note>
      )}
      {conditionValues != null && (
        <TextBox copied={values} label="What the condition read" what={`values of the condition of ${id}`}>
          {values}
        </TextBox>
      )}
      <TextBox copied={json} label="Definition" what={`definition of ${id}`}>
        {json}
      </TextBox>
    </>
  );
}

function Prompt({
  found: { id, definition, messages, moreMessages },
  step,
  attempts,
}: {
  found: Loaded;
} & Omit<StepPromptProps, 'jobId'>) {
  if (messages === null)
    return (
      <Note>
        {step.attempts === 0
          ? 'No model was called, so no prompt has left.'
          : 'What this step sent to models isn’t kept: the job ran before prompts were.'}
      </Note>
    );
  const counts = callCounts(attempts);
  const hides = JSON.stringify(fieldsOf(definition).preprocessors ?? []).includes('"stripSensitiveData"');
  return (
    <>
      {messages.map((message, index) => (
        <MessageBox
          call={counts.get(message.attempt) ?? 1}
          hides={hides}
          // Messages are only added.
          // biome-ignore lint/suspicious/noArrayIndexKey: a message has no id of its own
          key={index}
          message={message}
          step={id}
        />
      ))}
      {moreMessages && <Note>It sent further messages, which are beyond what is kept of a step.</Note>}
    </>
  );
}

interface MessageBoxProps {
  message: PromptMessage;
  step: string;
  /** The first call that sent it, from 1. */
  call: number;
  /** Whether the step replaces values with placeholders. */
  hides: boolean;
}

function MessageBox({ message: { role, content, ending, bytes }, step, call, hides }: MessageBoxProps) {
  const between = ending === null ? 0 : bytes - new Blob([content, ending]).size;
  const gap = `[${formatBytes(between)} in between aren’t kept]`;
  const marked = (text: string) => (hides ? <Placeholders text={text} /> : text);
  return (
    <TextBox
      copied={ending === null ? content : `${content}\n\n${gap}\n\n${ending}`}
      label={
        <>
          Message as <span className="font-mono text-[13px] text-text">{role}</span>, {formatBytes(bytes)}
          {call > 1 && `, since attempt ${call}`}
        </>
      }
      what={`message of ${step} as ${role}`}
    >
      {marked(content)}
      {ending !== null && (
        <>
          <span className="my-3 block text-muted">{gap}</span>
          {marked(ending)}
        </>
      )}
    </TextBox>
  );
}

/** A text with its placeholders marked: `[EMAIL_1]`. */
function Placeholders({ text }: { text: string }) {
  return text.split(/(\[(?:EMAIL|PHONE|CARD|IBAN|SSN|TOKEN|CUSTOM)_\d{1,7}\])/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that doesn't change
      <mark className="rounded-[3px] bg-signal-glow/35 text-text" key={index}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="text-[14.5px] text-muted">{children}</p>
);
