'use client';
import { useCallback, useRef, useState } from 'react';
import { useClient } from 'urql';
import { SettingsSection } from '@/components/account/sections';
import { signOut } from '@/components/auth/browser-sign-out';
import { ConfirmDialog } from '@/components/ui/dialog';
import { useNavigation } from '@/components/ui/navigation-provider';
import { Outcome, type Result } from '@/components/ui/outcome';
import { formatMoment } from '@/lib/format/date';
import { formatQuantity } from '@/lib/format/number';
import { messageOf } from '@/lib/graphql-client/client-errors';
import {
  endAllOtherSessions,
  endOneSession,
  type MySession,
  SessionsList,
  sessionName,
  useMySessions,
} from './sessions-list';

/** Where the user is signed in: lists the sessions, and ends one of them or all others at once. */
export function SessionsSection() {
  const title = useRef<HTMLHeadingElement>(null);
  const client = useClient();
  const { push } = useNavigation();
  const list = useMySessions();
  const [endingId, setEndingId] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const focusTitle = useCallback(() => title.current?.focus(), []);

  const end = async (session: MySession) => {
    setResult(null);
    setEndingId(session.id);
    try {
      await endOneSession(client, session.id);
      setResult({
        done: true,
        text: `The session on ${sessionName(session)} has ended. It began ${formatMoment(session.createdAt)}.`,
      });
    } catch (error) {
      setResult({ done: false, text: messageOf(error) });
    }
    setEndingId(null);
    // It can have ended even if the request failed.
    list.reload();
  };

  return (
    <SettingsSection
      about="Don't recognize one? End it, then set a new password above."
      id="sessions"
      title="Where you are signed in"
      titleRef={title}
      wide
    >
      <Outcome className={result ? 'mb-3' : ''} result={result} />
      <SessionsList
        endingId={endingId}
        list={list}
        onEnd={end}
        onEndOthers={() => {
          setResult(null);
          setAsking(true);
        }}
        onFocusLost={focusTitle}
        onSignOut={() => {
          signOut();
          push('/');
        }}
      />
      {asking && (
        <EndOthersDialog
          onClose={(outcome) => {
            setAsking(false);
            if (outcome) setResult({ done: true, text: outcome });
            // They can have ended even if the request failed.
            list.reload();
          }}
        />
      )}
    </SettingsSection>
  );
}

interface EndOthersDialogProps {
  /** The dialog has closed; `outcome` says what was done, null if nothing was, as far as this page knows. */
  onClose: (outcome: string | null) => void;
}

/** Asks before all sessions but this one end. */
function EndOthersDialog({ onClose }: EndOthersDialogProps) {
  const client = useClient();
  const outcome = useRef<string>(null);
  const end = async () => {
    const count = await endAllOtherSessions(client);
    outcome.current = `${formatQuantity(count, { one: 'other session has', other: 'other sessions have' })} ended.`;
  };
  return (
    <ConfirmDialog
      body="You stay signed in here only. API keys keep working."
      confirmLabel="End sessions"
      onConfirm={end}
      onOpenChange={(open) => !open && onClose(outcome.current)}
      open
      question="End all other sessions?"
    />
  );
}
