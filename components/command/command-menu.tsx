'use client';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { signOut } from '@/components/auth/browser-sign-out';
import { useSession } from '@/components/auth/session-provider';
import type { SearchResult } from '@/components/content/docs/search-index';
import { useDocsSearch } from '@/components/content/docs/use-docs-search';
import { Dialog } from '@/components/ui/dialog';
import { useNavigation } from '@/components/ui/navigation-provider';
import { Failure } from '@/components/ui/outcome';
import { type SearchGroup, SearchList, type SearchOption } from '@/components/ui/search-list';
import type { SearchDialogProps } from '@/components/ui/search-trigger';
import { useTimes } from '@/components/ui/use-times';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { adminNavigation, dashboardNavigation, siteNavigation } from '@/lib/config/navigation';
import { formatQuantity } from '@/lib/format/number';
import { chooseTimes, type Times } from '@/lib/format/stored-choice';
import type { CurrentUser } from '@/lib/graphql-client/current-user';
import { useRecordSearch } from './use-record-search';

/** Goes to any screen, does what can be done from anywhere, and finds users, API keys, invoices, jobs, and docs. */
export function CommandMenu({ open, onOpenChange, finalFocus }: SearchDialogProps) {
  const { user } = useSession();
  const { push } = useNavigation();
  const choose = ({ href, run }: SearchOption) => {
    onOpenChange(false);
    run?.();
    if (href) push(href);
  };
  const leave = () => {
    signOut();
    push('/');
  };

  return (
    <Dialog
      finalFocus={finalFocus}
      onOpenChange={onOpenChange}
      open={open && user !== null}
      size="wide"
      title={<span className="sr-only">Command menu</span>}
    >
      {user && <CommandSearch onChoose={choose} onSignOut={leave} user={user} />}
    </Dialog>
  );
}

interface CommandSearchProps {
  user: CurrentUser;
  onChoose: (option: SearchOption) => void;
  onSignOut: () => void;
}

const docsShown = { elsewhere: 4, amongDocs: 10 };

function CommandSearch({ user, onChoose, onSignOut }: CommandSearchProps) {
  const [query, setQuery] = useState('');
  const pathname = usePathname();
  const times = useTimes();
  const words = query.trim();
  const isAdmin = user.role === 'ADMIN';
  const records = useRecordSearch(user, query);
  const docs = useDocsSearch(words, words !== '');
  const handlers = { times, onTimes: chooseTimes, onSignOut };

  // Readers of the docs look for docs before records.
  const amongDocs = pathname.startsWith(docsTrees.devdocs.root);
  const own: SearchGroup = {
    title: 'Screens',
    options: matching(screens(isAdmin, pathname.startsWith('/dashboard/admin')), words),
  };
  const found: SearchGroup[] = [
    { title: 'Actions', options: matching(actions(isAdmin, handlers), words) },
    ...records.groups,
  ];
  const most = amongDocs ? docsShown.amongDocs : docsShown.elsewhere;
  // The best result is at the top, whichever tree has it.
  const best = docs.results[0]?.tree ?? 'devdocs';
  const pages = [best, best === 'docs' ? ('devdocs' as const) : ('docs' as const)].map((tree) =>
    docsGroup(tree, docs.results, tree === best ? most : docsShown.elsewhere),
  );
  const groups = [own, ...(amongDocs && words ? [...pages, ...found] : [...found, ...pages])];

  const count = groups.reduce((total, { options }) => total + options.length, 0);
  const isLoading = records.pending || (words !== '' && docs.state === 'loading');
  const docsFailed = docs.state === 'failed';
  const failed = records.failed || docsFailed;

  return (
    <SearchList
      groups={groups}
      label="Search or run a command"
      message={messageOf({ words, count, isLoading, failed, isAdmin })}
      onChoose={onChoose}
      onQuery={setQuery}
      placeholder="Search or run a command"
      query={query}
    >
      {records.failed && (
        <Failure
          className="mt-3"
          message={`Couldn't search ${isAdmin ? 'users, API keys, invoices and jobs' : 'your API keys and jobs'}.`}
          onRetry={records.retry}
        />
      )}
      {docsFailed && <Failure className="mt-3" message="Couldn't search the docs." onRetry={docs.retry} />}
    </SearchList>
  );
}

function docsGroup(tree: DocsTree, results: SearchResult[], most: number): SearchGroup {
  return {
    title: docsTrees[tree].title,
    options: results
      .filter((result) => result.tree === tree)
      .slice(0, most)
      .map(({ href, page, section, isFound }) => ({
        key: href,
        href,
        title: section || page,
        detail: section ? page : undefined,
        isFound,
      })),
  };
}

interface MessageFacts {
  words: string;
  count: number;
  isLoading: boolean;
  failed: boolean;
  isAdmin: boolean;
}

function messageOf({ words, count, isLoading, failed, isAdmin }: MessageFacts): string {
  if (words === '')
    return isAdmin
      ? 'Type to find users, API keys, invoices, jobs, and docs, too.'
      : 'Type to find your API keys, jobs, and docs, too.';
  if (isLoading) return 'Searching...';
  if (count > 0) return formatQuantity(count, { one: 'result', other: 'results' });
  return failed ? '' : `Nothing found for “${words}”.`;
}

interface Command extends SearchOption {
  /** Other words that people look for it with. */
  words?: string;
}

const playground = { label: 'API Playground', href: '/dashboard/devdocs/api-playground' };

const goTo = (detail: string, links: readonly { label: string; href: string }[]): Command[] =>
  links.map(({ label, href }) => ({ key: href, title: label, detail, href }));

/**
 * The screens that a person may open, those of the console that they are in first.
 * @param inAdmin whether that's the administration console
 */
function screens(isAdmin: boolean, inAdmin: boolean): Command[] {
  const dashboard = goTo('Dashboard', [...dashboardNavigation, playground]);
  const admin = isAdmin
    ? goTo(
        'Admin',
        adminNavigation.flatMap((group) => group.links),
      )
    : [];
  const consoles = inAdmin ? [admin, dashboard] : [dashboard, admin];
  return [...consoles.flat(), ...goTo('Site', siteNavigation)];
}

interface ActionHandlers {
  times: Times;
  onTimes: (times: Times) => void;
  onSignOut: () => void;
}

/** A person's actions from anywhere; most of them open a screen. */
function actions(isAdmin: boolean, { times, onTimes, onSignOut }: ActionHandlers): Command[] {
  const own: Command[] = [
    {
      key: 'new-workflow',
      title: 'New workflow',
      words: 'compose write start run job',
      href: '/dashboard/workflows/new',
    },
    {
      key: 'chat',
      title: 'Chat with a model',
      words: 'new message talk conversation',
      href: '/dashboard/workflows/new?tab=chat',
    },
    {
      key: 'password',
      title: 'Change password',
      words: 'reset security',
      href: '/dashboard/account#security',
    },
    times === 'utc'
      ? {
          key: 'times',
          title: 'Show times in your time zone',
          words: 'local utc clock',
          run: () => onTimes('local'),
        }
      : { key: 'times', title: 'Show times in UTC', words: 'local zone clock', run: () => onTimes('utc') },
    { key: 'sign-out', title: 'Sign out', words: 'log out logout', run: onSignOut },
  ];
  const makeKey = (href: string): Command => ({
    key: 'create-key',
    title: 'Create API key',
    words: 'new token secret',
    href,
  });
  if (!isAdmin) return [makeKey('/dashboard/account?open=create-key'), ...own];
  return [
    makeKey('/dashboard/admin/apikeys?open=create-key'),
    {
      key: 'invite',
      title: 'Invite user',
      words: 'add new person member',
      href: '/dashboard/admin/users?open=invite',
    },
    {
      key: 'plan',
      title: 'Change plan',
      words: 'upgrade downgrade subscription billing',
      href: '/dashboard/admin/account?open=change-plan',
    },
    ...own,
  ];
}

/** The commands in which each word of a query begins a word; all of them for an empty query. */
function matching(commands: Command[], query: string): SearchOption[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ title, detail = '', words: others = '' }) => {
    const text = ` ${title} ${detail} ${others}`.toLowerCase();
    return words.every((word) => text.includes(` ${word}`));
  });
}
