'use client';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '@/components/ui/button';
import { Field, Input, Textarea } from '@/components/ui/form';
import { Failure } from '@/components/ui/outcome';
import { workflowLimits } from '@/lib/config/limits';
import { messageOf } from '@/lib/graphql-client/client-errors';

/** A request to a person. */
export interface Asked {
  text: string;
  instructions: string | null;
  isJson: boolean;
}

export type Decision =
  | { decision: 'APPROVE' }
  | { decision: 'EDIT'; text: string }
  | { decision: 'REFUSE'; reason: string };

interface DecisionFormProps {
  asked: Asked;
  /** @throws Error with a sentence for people */
  onDecide: (decision: Decision) => Promise<void>;
  /** Further fields of a decision. */
  fields?: ReactNode;
  /** Further buttons. */
  actions?: ReactNode;
}

type Mode = 'read' | 'edit' | 'refuse';

/** A text that waits for a person: to be approved as it is, edited, or refused. */
export function DecisionForm({ asked, onDecide, fields, actions }: DecisionFormProps) {
  const { text, instructions, isJson } = asked;
  const [mode, setMode] = useState<Mode>('read');
  const [edited, setEdited] = useState(text);
  const [reason, setReason] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const turn = (next: Mode) => {
    flushSync(() => {
      setFailure(null);
      setMode(next);
    });
    // The pressed button is gone.
    form.current?.querySelector<HTMLElement>(next === 'read' ? 'button' : 'textarea, input')?.focus();
  };
  const decisions: Record<Mode, Decision> = {
    read: { decision: 'APPROVE' },
    edit: edited === text ? { decision: 'APPROVE' } : { decision: 'EDIT', text: edited },
    refuse: { decision: 'REFUSE', reason },
  };
  const decide = async () => {
    if (pending) return;
    setFailure(null);
    setPending(true);
    try {
      await onDecide(decisions[mode]);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <form
      className="grid gap-3"
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault();
        // Enter in a field next to the text would approve it.
        if (mode !== 'read') void decide();
      }}
      ref={form}
    >
      {instructions && (
        <p className="wrap-anywhere max-w-[72ch] whitespace-pre-wrap text-[15px]">{instructions}</p>
      )}
      {mode === 'edit' ? (
        <EditedText isJson={isJson} onChange={setEdited} value={edited} />
      ) : (
        <TextToApprove text={text} />
      )}
      {mode === 'refuse' && (
        <Field label="Reason (optional)">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={workflowLimits.approval.reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
              value={reason}
            />
          )}
        </Field>
      )}
      {fields}
      {failure && <Failure message={failure} />}
      <DecisionButtons mode={mode} onApprove={decide} onTurn={turn} pending={pending}>
        {actions}
      </DecisionButtons>
    </form>
  );
}

interface EditedTextProps {
  isJson: boolean;
  value: string;
  onChange: (text: string) => void;
}

function EditedText({ isJson, value, onChange }: EditedTextProps) {
  return (
    <Field label={isJson ? 'Text, which must stay JSON' : 'Text'}>
      {(control) => (
        <Textarea
          {...control}
          className="min-h-[220px] font-mono text-[13px]"
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          spellCheck={!isJson}
          value={value}
        />
      )}
    </Field>
  );
}

/** A text that is longer is scrolled with the keyboard, too. */
function TextToApprove({ text }: { text: string }) {
  return (
    <section
      aria-label="Text to approve"
      className="wrap-anywhere max-h-[420px] overflow-y-auto whitespace-pre-wrap rounded-panel border border-rule bg-white px-4 py-3 font-mono text-[13px] leading-relaxed"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
    >
      {text}
    </section>
  );
}

const labels: Record<Mode, string> = { read: 'Approve', edit: 'Approve edited text', refuse: 'Refuse' };

interface DecisionButtonsProps {
  mode: Mode;
  pending: boolean;
  /** The other modes submit the form. */
  onApprove: () => Promise<void>;
  onTurn: (mode: Mode) => void;
  /** Further buttons next to the choices. */
  children: ReactNode;
}

function DecisionButtons({ mode, pending, onApprove, onTurn, children }: DecisionButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <Button
        onClick={mode === 'read' ? () => void onApprove() : undefined}
        pending={pending}
        size="small"
        type={mode === 'read' ? 'button' : 'submit'}
        variant={mode === 'refuse' ? 'danger-filled' : 'dark'}
      >
        {labels[mode]}
      </Button>
      {mode === 'read' ? (
        <>
          <Button disabled={pending} onClick={() => onTurn('edit')} size="small" variant="line">
            Edit text
          </Button>
          <Button disabled={pending} onClick={() => onTurn('refuse')} size="small" variant="danger">
            Refuse
          </Button>
          {children}
        </>
      ) : (
        <Button disabled={pending} onClick={() => onTurn('read')} size="small" variant="line">
          Back
        </Button>
      )}
    </div>
  );
}
