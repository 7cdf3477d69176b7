'use client';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { type Client, useClient } from 'urql';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Failure } from '@/components/ui/outcome';
import { useTimes } from '@/components/ui/use-times';
import { formatMoment, formatRelative } from '@/lib/format/date';
import { formatQuantity } from '@/lib/format/number';
import { queryFresh, sendMutation } from '@/lib/graphql-client/calls';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';
import { type AdminUser, adminUserFragment, userName, userSummaryQuery } from './admin-user';

interface DisableUserDialogProps {
  user: AdminUser;
  /** The person at the screen is about to disable themself. */
  self: boolean;
  /** The user is disabled: by this person, or already before. */
  onDisabled: (change: StatusChange) => void;
  /** Called if it seems to have failed. */
  onFailed: () => void;
  onClose: () => void;
}

/**
 * Asks before a user is disabled, and says first what that stops. If that can't be read, the user can be disabled all
 * the same. A user who is already disabled gets no question.
 */
export function DisableUserDialog({ user, self, onDisabled, onFailed, onClose }: DisableUserDialogProps) {
  const client = useClient();
  useTimes();
  const access = useUserAccess(user.id);
  const keepButton = useRef<HTMLButtonElement>(null);
  const wayBack = self
    ? 'This is you: you are signed out, and only another admin can enable you again.'
    : 'The user can be enabled again.';

  const isDisabled = access.status === 'ready' && access.data.status === 'DISABLED';
  const wasDisabled = useEffectEvent(() => {
    onClose();
    onDisabled('already');
  });
  useEffect(() => {
    if (isDisabled) wasDisabled();
  }, [isDisabled]);

  const disable = async () => {
    try {
      onDisabled(await disableUser(client, user.id));
    } catch (error) {
      onFailed();
      throw error;
    }
  };

  return (
    <ConfirmDialog
      body={
        // Announced once it is known: the focus is on Keep by then.
        <span aria-live="polite" className="block min-h-[4lh]">
          {access.status === 'ready' && (
            <>
              {accessWords(access.data, Date.now())} {wayBack}
            </>
          )}
          {access.status === 'failed' && (
            <>
              Sessions end and API keys stop working, at once. Open jobs are canceled, and don't come back.{' '}
              {wayBack}
            </>
          )}
          {access.status === 'loading' && 'Looking up what stops...'}
        </span>
      }
      cancelButton={keepButton}
      confirmLabel="Disable"
      onConfirm={disable}
      onOpenChange={(open) => !open && onClose()}
      open
      question={
        <span className="wrap-anywhere">
          Disable <bdi>{userName(user)}</bdi>?
        </span>
      }
      ready={access.status !== 'loading'}
    >
      {access.status === 'failed' && (
        <Failure
          message="Couldn't check what this affects."
          onRetry={() => {
            keepButton.current?.focus();
            access.retry();
          }}
          wait={access.wait}
        />
      )}
    </ConfirmDialog>
  );
}

const userAccessQuery = graphql(`
  query UserAccess($userId: ID!) {
    getUserAccess(userId: $userId) {
      activeKeys
      activeSessions
      openJobs
      last_used_at
    }
    getUser(id: $userId) {
      id
      status
    }
  }
`);

type UserAccess = ResultOf<typeof userAccessQuery>['getUserAccess'];

type AccessAndStatus = UserAccess & Pick<ResultOf<typeof userAccessQuery>['getUser'], 'status'>;

/** The current effects of disabling a user, and the user's status. */
function useUserAccess(userId: string): Loaded<AccessAndStatus> {
  const client = useClient();
  const read = useCallback(async () => {
    const { getUserAccess, getUser } = await queryFresh(client, userAccessQuery, { userId });
    return { ...getUserAccess, status: getUser.status };
  }, [client, userId]);
  return useLoaded(read, "Couldn't check what this affects.");
}

/**
 * The effects of disabling a user, as sentences:
 * `2 API keys stop working and 1 session ends, at once. 3 open jobs are canceled, and don't come back. Last used 4 minutes ago (Nov 3, 2026, 14:02 UTC).`
 * @param now epoch milliseconds
 */
export function accessWords(
  { activeKeys, activeSessions, openJobs, last_used_at }: UserAccess,
  now: number,
): string {
  const stopping = [
    activeKeys > 0 &&
      `${formatQuantity(activeKeys, { one: 'API key stops', other: 'API keys stop' })} working`,
    activeSessions > 0 && formatQuantity(activeSessions, { one: 'session ends', other: 'sessions end' }),
  ].filter((part) => part !== false);
  const stops = [
    stopping.length > 0 && `${stopping.join(' and ')}, at once.`,
    openJobs > 0 &&
      `${formatQuantity(openJobs, { one: 'open job is', other: 'open jobs are' })} canceled, and ${openJobs === 1 ? "doesn't" : "don't"} come back.`,
  ].filter((sentence) => sentence !== false);
  const used =
    last_used_at === null
      ? 'Never used.'
      : `Last used ${formatRelative(last_used_at, now)} (${formatMoment(last_used_at)}).`;
  if (stops.length === 0) stops.push('No API key works, and no session or job is open: nothing stops.');
  return [...stops, used].join(' ');
}

const disableUserMutation = graphql(
  `
    mutation DisableUser($id: ID!) {
      disableUser(id: $id) {
        ...AdminUser
      }
    }
  `,
  [adminUserFragment],
);

const enableUserMutation = graphql(
  `
    mutation EnableUser($id: ID!) {
      enableUser(id: $id) {
        ...AdminUser
      }
    }
  `,
  [adminUserFragment],
);

/** The outcome of a change of status: `already` if another person or tab had made it before. */
export type StatusChange = 'done' | 'already';

/** Ends a user's sessions and stops the keys. @throws Error with a sentence for people */
async function disableUser(client: Client, id: string): Promise<StatusChange> {
  if ((await readStatus(client, id)) === 'DISABLED') return 'already';
  await sendMutation(client, disableUserMutation, { id }, "The user couldn't be disabled. Try again.");
  return 'done';
}

/** Lets a disabled user in again. @throws Error with a sentence for people */
export async function enableUser(client: Client, id: string): Promise<StatusChange> {
  if ((await readStatus(client, id)) === 'ACTIVE') return 'already';
  await sendMutation(client, enableUserMutation, { id }, "The user couldn't be enabled. Try again.");
  return 'done';
}

/** The status as it is now; null if it can't be read, which mustn't keep anyone from changing it. */
async function readStatus(client: Client, id: string): Promise<AdminUser['status'] | null> {
  try {
    return (await queryFresh(client, userSummaryQuery, { id })).getUser.status;
  } catch (error) {
    console.warn("The user's status couldn't be read.", error);
    return null;
  }
}
