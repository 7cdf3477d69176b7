import { brand } from '@/lib/config/brand';
import { dropSession, sessionToken } from '@/lib/graphql-client/session-store';
import { resumeReturnTo, suspendReturnTo } from './return-to';

/**
 * Signs out the current user at once in this browser, and ends the session on the server afterwards, so that signing
 * out works offline. Another user who has signed in since then stays signed in.
 */
export function signOut(): void {
  const token = sessionToken();
  if (token === null) return;
  suspendReturnTo();
  // Another user is signed in by now, and stays on the page.
  if (!dropSession(token)) resumeReturnTo();
  forgetDraft();
  import('@/lib/graphql-client/session-calls')
    .then(({ endSession }) => endSession(token))
    .catch((error: unknown) => console.warn('The session may still be open on the server.', error));
}

/** The draft in the API playground can contain anything, even a password. */
function forgetDraft(): void {
  try {
    sessionStorage.removeItem(brand.draftKey);
  } catch {
    // If storage is denied, no draft was kept.
  }
}
