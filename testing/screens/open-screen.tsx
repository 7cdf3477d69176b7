import { useEffect } from 'react';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { SessionProvider } from '@/components/auth/session-provider';
import { NavigationProvider } from '@/components/ui/navigation-provider';
import { brand } from '@/lib/config/brand';
import type { CurrentUser } from '@/lib/graphql-client/current-user';
import { adoptSession, checkSession, dropSession, writeToken } from '@/lib/graphql-client/session-store';
import { loadPage, type ShownPage } from './load-page';
import { loadPagesBy, PathParameters, useShownPath } from './next/router';
import { prepare } from './prepare';

const loaded = new Map<string, ShownPage>();

async function load(path: string): Promise<void> {
  loaded.set(path, await loadPage(path));
}

loadPagesBy(load);

/** The site at the frame's address, as app/layout.tsx has it. */
function Site() {
  const path = useShownPath();
  const shown = loaded.get(path);
  if (!shown) throw new Error(`${path} has not been opened in this test`);
  useEffect(() => {
    document.title = shown.title ? `${shown.title} | ${brand.name}` : brand.name;
  }, [shown.title]);
  return (
    <NavigationProvider>
      <SessionProvider>
        <PathParameters value={shown.parameters}>{shown.content}</PathParameters>
      </SessionProvider>
    </NavigationProvider>
  );
}

const nobody: CurrentUser = {
  id: '',
  email: '',
  role: 'DEVELOPER',
  temporary_password_expires_at: null,
  first_name: null,
  last_name: null,
  account_id: '',
  account_name: '',
  scopes: { read: false, write: false, admin: false },
};

/** Forgets what the page had in memory, as the browser does when it loads a page: a session is known by its token only. */
function forgetMemory(token: string | null): void {
  // By a session of nobody's, because that the last one was ended by the server is in memory as well.
  adoptSession('nobody', nobody);
  dropSession('nobody');
  writeToken(token);
  void checkSession();
}

const storedToken = () => localStorage.getItem(brand.sessionKey);

/** Loads the page at the frame's address again. */
export async function reload(): Promise<void> {
  await cleanup();
  forgetMemory(storedToken());
  await load(window.location.pathname);
  await render(<Site />);
}

/**
 * Opens a page of the site by its address, with the session that the storage holds.
 * @param address with query and fragment: `/dashboard/admin/users?role=ADMIN`
 */
export async function goto(address: string): Promise<void> {
  await cleanup();
  window.history.pushState(null, '', address);
  window.scrollTo(0, 0);
  await reload();
}

/** Signs a person in without the dialog: the pages opened from now on find the session in the storage. */
export async function signIn(email: string): Promise<void> {
  const { token } = await prepare<{ token: string }>('session', { email });
  forgetMemory(token);
}

/** Sets the size of the window, in CSS pixels. */
export const resize = (width: number, height: number): Promise<void> => page.viewport(width, height);
