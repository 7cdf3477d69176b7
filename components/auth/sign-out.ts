import { brand } from '@/lib/config/brand';
import { dropSession } from '@/lib/graphql-client/session-store';
import { readToken } from '@/lib/graphql-client/session-token';
import { suspendReturnTo } from './return-to';

/** Signs out at once, in this browser; the server is told behind it, so that a dead network holds nobody. */
export function signOut(): void {
  const token = readToken();
  suspendReturnTo();
  dropSession();
  forgetDraft();
  if (token === null) return;
  import('@/lib/graphql-client/end-session')
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
