import { useSyncExternalStore } from 'react';
import { getServerSnapshot, getSnapshot, type Session, subscribe } from '@/lib/graphql-client/session-store';

/** Who is signed in: `loading` until that is known, then `user`, null for nobody. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
}
