'use client';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Field, Textarea } from '@/components/ui/form';
import { Failure } from '@/components/ui/outcome';
import { ModelField } from '@/components/workflows/compose/model-fields';
import { formatEstimateRange } from '@/components/workflows/measures';
import { formatSpending } from '@/components/workflows/receipt';
import { ScreenPart } from '@/components/workflows/screen-part';
import {
  type Chat,
  carriedNote,
  chatProblem,
  chatSpending,
  currentWorkflow,
  lengthNote,
  type Outcome,
} from './chat';
import { ChatTurn } from './chat-turn';
import { useChat } from './use-chat';
import { useMessagePrice } from './use-message-price';

interface ChatPanelProps {
  /** The address of the list, below which each job has its page. */
  base: string;
  userId: string;
  /** Takes the workflow of the chat into the form. @param note says what it has of the chat */
  onUse: (workflow: object, note: string) => void;
}

/** A conversation with one model, each message of which is a job. */
export function ChatPanel({ base, userId, onUse }: ChatPanelProps) {
  const { chat, change, running, pending, failure, modelFault, send, stop, end, startNew, bringBack } =
    useChat(userId);
  const box = useRef<HTMLTextAreaElement>(null);
  const [spoken, setSpoken] = useState('');
  const { turns } = chat;
  const focusBox = () => box.current?.focus();
  return (
    <div className="grid gap-x-8 gap-y-8 lg:grid-cols-[300px_minmax(0,1fr)]">
      <ChatSettings
        chat={chat}
        fault={modelFault}
        onChange={change}
        onUse={() => onUse(currentWorkflow(chat), carriedNote(chat))}
      />
      <ScreenPart
        action={
          <ChatActions
            isSending={pending === 'send'}
            onBack={bringBack}
            onNew={startNew}
            onPress={() => setSpoken('')}
            turns={turns}
          />
        }
        title="Chat"
      >
        {turns.length === 0 ? (
          <EmptyState>
            <EmptyStateTitle>No messages yet</EmptyStateTitle>
            <EmptyStateText>
              Write a message below. It runs as a job, and the reply appears here with its receipt.
            </EmptyStateText>
          </EmptyState>
        ) : (
          <ol aria-label="Messages" className="grid gap-6">
            {turns.map((turn, index) => (
              <ChatTurn
                base={base}
                key={turn.jobId}
                number={index + 1}
                onEnd={(outcome) => {
                  setSpoken(wordsOf(outcome));
                  end(turn.jobId, outcome);
                }}
                onRetry={
                  index === turns.length - 1
                    ? () => {
                        // The button is about to go.
                        focusBox();
                        void send(turn.text);
                      }
                    : null
                }
                turn={turn}
              />
            ))}
          </ol>
        )}
        <p className="sr-only" role="status">
          {running ? `Waiting for ${running.model}...` : spoken}
        </p>
        <MessageForm
          box={box}
          chat={chat}
          failure={failure}
          isRunning={running !== null}
          onSend={send}
          onStop={stop}
          onText={(text) => change({ text })}
          pending={pending}
        />
      </ScreenPart>
    </div>
  );
}

interface ChatSettingsProps {
  chat: Chat;
  /** Why the model can't be called. */
  fault: string | null;
  onChange: (part: Partial<Chat>) => void;
  onUse: () => void;
}

function ChatSettings({ chat, fault, onChange, onUse }: ChatSettingsProps) {
  const settings = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fault) settings.current?.querySelector('input')?.focus();
  }, [fault]);
  return (
    <ScreenPart title="Settings">
      <div className="grid gap-y-3.5" ref={settings}>
        <ModelField
          of={{
            ...{ fields: { model: chat.model }, path: 'chat' },
            faults: fault ? [{ path: 'chat.model', message: fault }] : [],
            set: (_, value) => onChange({ model: typeof value === 'string' ? value : '' }),
          }}
          required
        />
        <Field hint="Sent before each message." label="Instructions">
          {(wiring) => (
            <Textarea
              {...wiring}
              name="instructions"
              onChange={({ target }) => onChange({ instructions: target.value })}
              placeholder="None"
              value={chat.instructions}
            />
          )}
        </Field>
      </div>
      <Button className="mt-3.5 print:hidden" onClick={onUse} size="small" variant="line">
        Use as workflow
      </Button>
    </ScreenPart>
  );
}

interface ChatActionsProps {
  turns: Chat['turns'];
  isSending: boolean;
  onPress: () => void;
  onNew: () => void;
  /** Null if there is no chat to go back to. */
  onBack: (() => void) | null;
}

/** The chat's cost, and the way to a new chat and back. */
function ChatActions({ turns, isSending, onPress, onNew, onBack }: ChatActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {turns.length > 0 && (
        <p className="text-[14.5px] tabular-nums">Chat cost {formatSpending(chatSpending(turns))}</p>
      )}
      {/* One button for both, so that it keeps the focus as it turns. */}
      {(turns.length > 0 || onBack) && (
        <Button
          aria-disabled={isSending || undefined}
          className="print:hidden"
          onClick={() => {
            onPress();
            if (turns.length > 0) onNew();
            else onBack?.();
          }}
          size="small"
          variant="line"
        >
          {turns.length > 0 ? 'New chat' : 'Back to the last chat'}
        </Button>
      )}
    </div>
  );
}

/** Characters of a reply that are announced. The reply itself can be read as a whole. */
const MOST_SPOKEN = 500;

function wordsOf({ status, reply, error }: Outcome): string {
  if (reply !== null)
    return reply.length > MOST_SPOKEN ? `Reply: ${reply.slice(0, MOST_SPOKEN)}…` : `Reply: ${reply}`;
  if (status === 'CANCELED') return 'The message was stopped.';
  return `The message failed. ${error?.message ?? ''}`;
}

/** How long (ms) after a reply a press of the button was meant for Stop. */
const LATE_STOP = 500;

interface MessageFormProps {
  box: React.RefObject<HTMLTextAreaElement | null>;
  chat: Chat;
  failure: string | null;
  isRunning: boolean;
  pending: 'send' | 'stop' | null;
  onText: (text: string) => void;
  onSend: () => Promise<void>;
  onStop: () => Promise<void>;
}

/** The next message: Enter sends it. While one is under way, its button stops that. */
function MessageForm(props: MessageFormProps) {
  const { box, chat, failure, isRunning, pending, onText, onSend, onStop } = props;
  const form = useRef<HTMLFormElement>(null);
  const count = chat.turns.length;
  useEffect(() => {
    // A new message or reply moves the form down.
    if ((isRunning || count > 0) && form.current?.contains(document.activeElement))
      form.current.scrollIntoView({ block: 'nearest' });
  }, [isRunning, count]);
  // A press of Stop that comes just after the reply would send the next message, or complain that there is none.
  const endedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!isRunning) return;
    return () => {
      endedAt.current = performance.now();
    };
  }, [isRunning]);
  const isLateStop = () => !isRunning && performance.now() - endedAt.current < LATE_STOP;
  const sendIfIdle = () => {
    if (!isRunning) void onSend();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // In some scripts, Enter ends a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!event.repeat) sendIfIdle();
  };
  const problem = chatProblem(chat);
  const price = useMessagePrice(isRunning || pending !== null ? null : chat);
  const priceId = useId();
  return (
    <form
      className="mt-6 scroll-mb-4 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        sendIfIdle();
      }}
      ref={form}
    >
      <Field
        error={chat.text === '' ? undefined : (problem ?? undefined)}
        hint={[lengthNote(chat), 'Enter sends. Shift and Enter start a new line.'].filter(Boolean).join(' ')}
        label="Message"
      >
        {(wiring) => (
          <Textarea
            {...wiring}
            name="message"
            onChange={({ target }) => onText(target.value)}
            onKeyDown={onKeyDown}
            readOnly={pending === 'send'}
            ref={box}
            value={chat.text}
          />
        )}
      </Field>
      {failure && <Failure className="mt-3" message={failure} />}
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* One button for both, so that it keeps the focus as it turns. */}
        <Button
          aria-busy={pending !== null || undefined}
          aria-describedby={priceId}
          className="min-w-[110px] max-sm:w-full"
          onClick={(event) => {
            if (isLateStop()) event.preventDefault();
            if (!isRunning) return;
            event.preventDefault();
            // The second press of a double click on Send isn't meant for what it has become.
            if (event.detail < 2) void onStop();
          }}
          type="submit"
          variant={isRunning ? 'line' : 'dark'}
        >
          {labelOf(isRunning, pending)}
        </Button>
        <p className="min-h-[1lh] text-[14px] text-muted tabular-nums" id={priceId}>
          {price && `This message: ${formatEstimateRange(price.estimatedCost, price.maxCost)}`}
        </p>
      </div>
    </form>
  );
}

function labelOf(isRunning: boolean, pending: MessageFormProps['pending']): string {
  if (isRunning) return pending === 'stop' ? 'Stopping...' : 'Stop';
  return pending === 'send' ? 'Sending...' : 'Send';
}
