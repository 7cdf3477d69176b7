'use client';
import { useRouter } from 'next/navigation';
import { useCallback, useId, useRef, useState } from 'react';
import { useClient } from 'urql';
import { signOut } from '@/components/auth/sign-out';
import { Outcome, type Result } from '@/components/ui/outcome';
import { SectionTitle } from '@/components/ui/section-title';
import { formatMoment } from '@/lib/format/date';
import { messageOf } from '@/lib/graphql-client/errors';
import { EndOthersDialog } from './end-others-dialog';
import { endOneSession } from './end-sessions';
import type { MySession } from './my-sessions-query';
import { sessionName } from './session-name';
import { SessionsList } from './sessions-list';
import { useMySessions } from './use-my-sessions';

/** Where the person is signed in: listed, and ended one by one or all others at once. */
export function SessionsSection() {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const client = useClient();
  const router = useRouter();
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
    // Where it failed it may have ended all the same.
    list.reload();
  };

  return (
    <section aria-labelledby={titleId} className="scroll-mt-9" id="sessions">
      <SectionTitle className="mb-1 w-fit" id={titleId} ref={title} tabIndex={-1}>
        Where you are signed in
      </SectionTitle>
      <p className="text-[15px] text-muted">
        Is there one you do not know? End it, then set a new password above.
      </p>
      <Outcome className="mt-3" result={result} />
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
          router.push('/');
        }}
      />
      {asking && (
        <EndOthersDialog
          onClose={(told) => {
            setAsking(false);
            if (told) setResult({ done: true, text: told });
            // Where it failed they may have ended all the same.
            list.reload();
          }}
        />
      )}
    </section>
  );
}
