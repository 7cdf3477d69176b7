'use client';
import { useEffect, useState } from 'react';
import type { SearchGroup, SearchOption } from '@/components/ui/search-list';
import { jobStateWords } from '@/components/workflows/job';
import { limits } from '@/lib/config/limits';
import { formatMoney } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import { createUncachedQuery } from '@/lib/graphql-client/calls';
import type { CurrentUser } from '@/lib/graphql-client/current-user';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

const accountSearchQuery = graphql(`
  query FindRecords($accountId: ID!, $search: String!, $rows: Boolean!) {
    listUsers(accountId: $accountId, search: $search, sort: NAME, limit: 5) {
      id
      email
      first_name
      last_name
    }
    listAPIKeys(accountId: $accountId, search: $search, sort: NAME, limit: 5) {
      id
      name
      hint
      user_name
    }
    listInvoices(accountId: $accountId, search: $search, limit: 5) {
      id
      invoice_number
      total_amount
      currency
    }
    searchJobs(name: $search, withBulkRows: $rows) {
      jobs(limit: 5) {
        jobId
        name
        status
        waitReason
      }
      continueFrom
    }
  }
`);

const ownSearchQuery = graphql(`
  query FindMine($search: String!, $rows: Boolean!) {
    myApiKeys(search: $search, sort: NAME, limit: 5) {
      id
      name
      hint
    }
    searchJobs(name: $search, withBulkRows: $rows) {
      jobs(limit: 5) {
        jobId
        name
        status
        waitReason
      }
      continueFrom
    }
  }
`);

type AccountRecords = ResultOf<typeof accountSearchQuery>;
type FoundJobs = AccountRecords['searchJobs'];
type Key = ResultOf<typeof ownSearchQuery>['myApiKeys'][number] & { user_name?: string | null };

const keyOption =
  (page: string) =>
  ({ id, name, hint, user_name }: Key): SearchOption => ({
    key: id,
    title: name ?? hint,
    detail: [name && hint, user_name].filter(Boolean).join(' · ') || undefined,
    href: page.replace('HINT', encodeURIComponent(hint)),
  });

/** How many jobs of a name are shown. */
const JOBS_SHOWN = 5;

/**
 * The first jobs; if older ones weren't searched, with a way to search them.
 * @param base the address of the list, below which each job has its page
 */
function jobGroup(base: string, words: string, { jobs, continueFrom }: FoundJobs): SearchGroup {
  const found = jobs.map((job) => ({
    key: job.jobId,
    title: job.name,
    detail: `${job.jobId} · ${jobStateWords(job)}`,
    href: `${base}/${job.jobId}`,
  }));
  const isCut = continueFrom !== null && jobs.length < JOBS_SHOWN;
  const older: SearchOption = {
    key: 'older-jobs',
    title: `Search older jobs for “${words}”`,
    detail: `Only the newest ${formatCount(limits.jobSearch.jobs)} jobs were searched here.`,
    href: `${base}?${new URLSearchParams({ name: words })}`,
  };
  return { title: 'Jobs', options: isCut ? [...found, older] : found };
}

const groupsOf = (
  words: string,
  { listUsers, listAPIKeys, listInvoices, searchJobs }: AccountRecords,
): SearchGroup[] => [
  {
    title: 'Users',
    options: listUsers.map(({ id, email, first_name, last_name }) => {
      const name = [first_name, last_name].filter(Boolean).join(' ');
      const href = `/dashboard/admin/users?search=${encodeURIComponent(email)}`;
      return { key: id, title: name || email, detail: name ? email : undefined, href };
    }),
  },
  { title: 'API keys', options: listAPIKeys.map(keyOption('/dashboard/admin/apikeys?search=HINT')) },
  {
    title: 'Invoices',
    options: listInvoices.map(({ id, invoice_number, total_amount, currency }) => ({
      key: id,
      title: invoice_number,
      detail: formatMoney(total_amount, currency),
      href: `/dashboard/admin/account/invoices/${id}`,
    })),
  },
  jobGroup('/dashboard/admin/workflows', words, searchJobs),
];

/** How long a pause in typing is, in milliseconds, before the server is asked. */
const pause = 200;
const shortest = 2;

interface Found {
  words: string;
  attempt: number;
  /** Null if the server couldn't be asked. */
  groups: SearchGroup[] | null;
}

/**
 * The users, API keys, invoices, and jobs that contain the words, as far as the person may see them. An admin sees the
 * account's, a developer their own keys and jobs. While a longer search is loading, earlier results that still fit
 * stay.
 */
export function useRecordSearch({ role, account_id }: CurrentUser, query: string) {
  const words = query.trim();
  const isAsked = words.length >= shortest;
  const [found, setFound] = useState<Found>({ words: '', attempt: 0, groups: [] });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!isAsked) return;
    const asking = new AbortController();
    const ask = async () => {
      const query = createUncachedQuery(asking.signal);
      const failure = "Records couldn't be searched.";
      // By name, the jobs of bulk rows would bury all others.
      const rows = words.toLowerCase().startsWith('job_');
      if (role === 'ADMIN')
        return groupsOf(
          words,
          await query(accountSearchQuery, { accountId: account_id, search: words, rows }, failure),
        );
      const { myApiKeys, searchJobs } = await query(ownSearchQuery, { search: words, rows }, failure);
      const page = '/dashboard/account?search=HINT#api-keys';
      return [
        { title: 'API keys', options: myApiKeys.map(keyOption(page)) },
        jobGroup('/dashboard/workflows', words, searchJobs),
      ];
    };
    const timer = setTimeout(() => {
      const show = (groups: SearchGroup[] | null) => {
        if (!asking.signal.aborted) setFound({ words, attempt, groups });
      };
      ask().then(show, () => show(null));
    }, pause);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [isAsked, words, role, account_id, attempt]);

  const isCurrent = found.words === words && found.attempt === attempt;
  return {
    groups: isAsked ? (found.groups ?? []).map((group) => (isCurrent ? group : fitting(group, words))) : [],
    pending: isAsked && !isCurrent,
    failed: isAsked && isCurrent && found.groups === null,
    retry: () => setAttempt(attempt + 1),
  };
}

const fitting = ({ options, ...group }: SearchGroup, words: string): SearchGroup => ({
  ...group,
  options: options.filter(({ title, detail }) =>
    `${title} ${detail}`.toLowerCase().includes(words.toLowerCase()),
  ),
});
