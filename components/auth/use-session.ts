import { useSyncExternalStore } from 'react';
import { getServerSnapshot, getSnapshot, type Session, subscribe } from '@/lib/graphql-client/session-store';

/** The session: `loading` until it has been checked, then `user`, null if no one is signed in. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
}
