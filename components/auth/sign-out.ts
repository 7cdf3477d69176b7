import { brand } from '@/lib/config/brand';
import { dropSession, sessionToken } from '@/lib/graphql-client/session-store';
import { resumeReturnTo, suspendReturnTo } from './return-to';

/**
 * Signs out whoever is on show, at once, in this browser; the server is told behind it, so that a dead network
 * holds nobody. Somebody else who has signed in meanwhile stays signed in.
 */
export function signOut(): void {
  const token = sessionToken();
  if (token === null) return;
  suspendReturnTo();
  // Somebody else is signed in by now, and nobody is led out.
  if (!dropSession(token)) resumeReturnTo();
  forgetDraft();
  import('@/lib/graphql-client/session-calls')
    .then(({ endSession }) => endSession(token))
    .catch((error: unknown) => console.warn('The server was not told of the sign-out.', error));
}

/** What was written in the API playground may hold anything, a password too. */
function forgetDraft(): void {
  try {
    sessionStorage.removeItem(brand.draftKey);
  } catch {
    // Where storage is denied nothing was kept.
  }
}
