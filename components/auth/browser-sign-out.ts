import { brand } from '@/lib/config/brand';
import { dropSession, sessionToken } from '@/lib/graphql-client/session-store';
import { newKey } from '@/lib/rules/new-key';
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
  withStorage(() => {
    forgetDrafts();
    noteSignOut();
  });
  import('@/lib/graphql-client/session-calls')
    .then(({ endSession }) => endSession(token))
    .catch((error: unknown) => console.warn('The session may still be open on the server.', error));
}

const draftKeys = [
  ...[brand.draftKey, brand.workflowDraftKey, brand.rerunDraftKey, brand.chatKey],
  ...[brand.bulkDraftKey, brand.bulkRerunDraftKey],
];

/** The drafts of the API playground and of workflows, and chats, can contain anything, even a password. */
function forgetDrafts(): void {
  for (const key of draftKeys) sessionStorage.removeItem(key);
}

/** Lets the browser's other tabs forget their drafts too, also a tab that is asleep and is loaded again later. */
function noteSignOut(): void {
  const mark = newKey();
  localStorage.setItem(brand.signedOutKey, mark);
  sessionStorage.setItem(brand.signedOutKey, mark);
}

function forgetIfSignedOut(): void {
  withStorage(() => {
    const mark = localStorage.getItem(brand.signedOutKey);
    if (mark === null || mark === sessionStorage.getItem(brand.signedOutKey)) return;
    forgetDrafts();
    sessionStorage.setItem(brand.signedOutKey, mark);
  });
}

/**
 * Forgets this tab's drafts if the person has signed out in another: now, and when it happens. An expired session isn't
 * a sign-out: its drafts stay for the next sign-in.
 * @returns stops it
 */
export function watchSignOuts(): () => void {
  forgetIfSignedOut();
  const onStorage = ({ key }: StorageEvent) => {
    if (key === brand.signedOutKey) forgetIfSignedOut();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** If storage is denied, no draft was kept. */
function withStorage(use: () => void): void {
  try {
    use();
  } catch {
    // Nothing to forget.
  }
}
