import type { SearchOption } from '@/components/ui/search-list';
import { adminNavigation, dashboardNavigation, siteNavigation } from '@/lib/config/navigation';
import type { Times } from '@/lib/format/times';

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
export function screens(isAdmin: boolean, inAdmin: boolean): Command[] {
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

interface Deeds {
  times: Times;
  onTimes: (times: Times) => void;
  onSignOut: () => void;
}

/** What a person may do from anywhere; most of it opens the screen where it is done. */
export function actions(isAdmin: boolean, { times, onTimes, onSignOut }: Deeds): Command[] {
  const own: Command[] = [
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
export function matching(commands: Command[], query: string): SearchOption[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ title, detail = '', words: others = '' }) => {
    const text = ` ${title} ${detail} ${others}`.toLowerCase();
    return words.every((word) => text.includes(` ${word}`));
  });
}
