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
  forgetDrafts();
  import('@/lib/graphql-client/session-calls')
    .then(({ endSession }) => endSession(token))
    .catch((error: unknown) => console.warn('The session may still be open on the server.', error));
}

const draftKeys = [
  ...[brand.draftKey, brand.workflowDraftKey, brand.rerunDraftKey, brand.chatKey],
  brand.bulkDraftKey,
];

/** The drafts of the API playground and of workflows, and chats, can contain anything, even a password. */
function forgetDrafts(): void {
  try {
    for (const key of draftKeys) sessionStorage.removeItem(key);
  } catch {
    // If storage is denied, no draft was kept.
  }
}
