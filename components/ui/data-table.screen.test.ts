import { createElement as element, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { accountKeysView } from '@/components/api-keys/admin/account-keys-view';
import type { ApiKey } from '@/components/api-keys/api-key';
import { myKeysView } from '@/components/api-keys/developer/my-keys';
import { KeysTable } from '@/components/api-keys/keys-table';
import { AuditTable } from '@/components/audit/admin/audit-table';
import { SessionsTable } from '@/components/auth/developer/sessions-list';
import { InvoicesTable } from '@/components/billing/admin/invoices-section';
import type { InvoiceRow } from '@/components/billing/admin/use-invoices';
import { PieLegend } from '@/components/charts/chart';
import { countColumn, dollarColumn } from '@/components/charts/chart-data';
import { ChartTable } from '@/components/charts/chart-panel';
import { WholeWords } from '@/components/ui/whole-words';
import { FailureTable } from '@/components/usage/failed-executions';
import type { AdminUser } from '@/components/users/admin/admin-user';
import { UsersTable } from '@/components/users/admin/users-list';
import { AttemptsTable } from '@/components/workflows/attempts-table';
import { compareColumn } from '@/components/workflows/compare-choice';
import type { JobAttempt } from '@/components/workflows/job';
import { JobsTable } from '@/components/workflows/jobs-table';
import type { FoundJob } from '@/components/workflows/use-jobs';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { resize } from '@/testing/screens/open-screen';
import { NavigationProvider } from './navigation-provider';

const names = [
  'Maria Gaetana Agnesi-Castiglione della Valle di Monteveglio',
  'عبد الرحمن بن محمد بن خلدون الحضرمي المستعصمي بالله',
  '👩🏽‍🔬 Zoë 👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦 Ångström-Þórðardóttir',
  'w'.repeat(120),
];
const ids = names.map((_, index) => `usr_d4smvhuwlgczfdzzq14l0${index}`);
const rowsOf = <Row>(row: (name: string, id: string, index: number) => Row): Row[] =>
  names.map((name, index) => row(name, ids[index] ?? '', index));

const at = (day: number) => String(Date.UTC(2026, 8, day, 22, 48));
const nothing = () => {};

const keys = rowsOf<ApiKey>((name, id, index) => ({
  id,
  previous_secret:
    index === 1
      ? { hint: 'sy_live_…9f3a', expires_at: '4000000000000', calls: 12_000, last_used_at: at(1) }
      : null,
  name: index === 2 ? null : name,
  hint: 'sy_live_…WWWW',
  etag: '1',
  user_id: id,
  user_name: index === 3 ? null : name,
  user_status: index === 0 ? 'DISABLED' : 'ACTIVE',
  scopes: { read: true, write: true, admin: true },
  status: index === 2 ? 'REVOKED' : 'ACTIVE',
  createdAt: at(28),
  last_used_at: at(30),
  expires_at: '4000000000000',
  revoked_at: index === 2 ? at(29) : null,
}));

const keyTable = (view: typeof myKeysView) =>
  element(KeysTable, {
    view,
    keys,
    busy: false,
    order: { sort: { field: 'created', descending: true }, setSort: nothing },
    onAction: nothing,
    onFocusLost: nothing,
  });

const templates = rowsOf((name, id, index) => ({
  key: id,
  name,
  csvName: name,
  values: [1e6 ** index, 1e9],
}));

/** Every table of both consoles, and the list next to the pie. */
const cases: Record<string, ReactNode> = {
  users: element(UsersTable, {
    users: rowsOf<AdminUser>((name, id, index) => ({
      id,
      email: `${name.replaceAll(' ', '.')}@subsidiary.example.test`,
      role: 'DEVELOPER',
      status: index === 1 ? 'DISABLED' : 'ACTIVE',
      first_name: name,
      last_name: null,
      account_id: 'acc_1',
      account_name: name,
      createdAt: at(28),
      last_sign_in_at: at(30),
      last_active_at: at(30),
      temporary_password_expires_at: index === 0 ? at(1) : null,
      etag: '1',
      scopes: { read: true, write: true, admin: true },
    })),
    busy: false,
    filters: { sort: { field: 'created', descending: true }, setSort: nothing },
    selfId: ids[3] ?? '',
    enablingId: null,
    onEdit: nothing,
    onDisable: nothing,
    onResetPassword: nothing,
    onEnable: nothing,
    onFocusLost: nothing,
  }),
  'keys of the account': keyTable(accountKeysView),
  'own keys': keyTable(myKeysView),
  sessions: element(SessionsTable, {
    sessions: rowsOf((name, id, index) => ({
      id,
      device: name,
      address: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
      createdAt: at(28),
      last_used_at: at(30),
      is_current: index === 0,
    })),
    endingId: null,
    onEnd: nothing,
    onSignOut: nothing,
    onFocusLost: nothing,
  }),
  jobs: element(JobsTable, {
    jobs: rowsOf<FoundJob>((name, id) => ({
      id: `job_${id}`,
      name,
      user_id: id,
      waitReason: null,
      bulkJobId: null,
      status: 'COMPLETED',
      cost: 12.345678,
      createdAt: at(28),
      startedAt: at(28),
      finishedAt: at(30),
      ...{
        tokensIn: 1_234,
        tokensOut: 567,
        models: ['sandbox/fast'],
        withFallbacks: true,
        errorCodes: [],
        apiKey: null,
      },
      error: null,
      deepestError: { code: 'PROVIDER_RATE_LIMITED', message: names[1] ?? '' },
    })),
    words: null,
    choiceColumn: compareColumn([], nothing),
    busy: false,
    base: '/dashboard/workflows',
    starterOf: (id) => element(WholeWords, { text: names[ids.indexOf(id)] ?? '' }),
  }),
  attempts: element(AttemptsTable, {
    label: 'Attempts of s1',
    attempts: rowsOf<JobAttempt>((name, _, index) => ({
      stepId: 's1',
      number: index + 1,
      model: `anthropic/${name}-sonnet-4.5-20260929`,
      outcome: 'FAILED',
      code: 'PROVIDER_RATE_LIMITED',
      message: `The provider refused the call. ${names[1]}`,
      docs: '/dashboard/devdocs/errors/providers',
      status: 429,
      inputTokens: 123_456,
      cachedInputTokens: 1234,
      cacheWriteTokens: 1234,
      outputTokens: 123_456,
      reasoningTokens: 1234,
      estimated: true,
      cost: 12.345678,
      connectMs: 900,
      firstTokenMs: 72_900,
      milliseconds: 72_900,
      prices: null,
      startedAt: at(28),
      retryAt: null,
    })),
  }),
  invoices: element(InvoicesTable, {
    invoices: rowsOf<InvoiceRow>((_, id, index) => ({
      id,
      invoice_number: `INV-2026-11-00000${index}`,
      status: 'OPEN',
      total_amount: 1_234_567.89,
      currency: 'USD',
      issued_at: at(1),
      due_date: at(15),
    })),
    busy: false,
  }),
  audit: element(AuditTable, {
    events: rowsOf((name, id) => ({
      id,
      user_id: id,
      user_name: name,
      account_id: 'acc_d4smvhuwlgczfdzzq14l',
      action: 'api_key.update_scopes',
      entity_name: name,
      metadata: { entity_id: id, changes: { account_name: { from: name, to: names[0] } } },
      created_at: at(28),
    })),
    busy: false,
  }),
  failures: element(FailureTable, {
    head: 'Template',
    entries: rowsOf((name, id) => ({ id, name, failed: 12_345, executions: 64_120 })),
    hrefsOf: ({ name }) => ({ failed: `/failed/${name}`, executions: `/all/${name}` }),
    isExact: true,
  }),
  numbers: element(ChartTable, {
    label: 'Usage by day',
    numbers: {
      head: 'Template',
      csvHead: 'template',
      columns: [countColumn('Tokens Used', 'tokens'), dollarColumn('Cost (USD)', 'cost')],
      rows: templates,
      hasTotal: true,
      fileName: 'usage',
    },
  }),
  pie: element(PieLegend, {
    points: rowsOf((name, key, index) => ({ key, label: name, fullLabel: name, value: 10 ** (2 * index) })),
  }),
};

const show = (shown: Record<string, ReactNode>) => {
  const tables = Object.entries(shown).map(([name, table]) =>
    element('div', { key: name, 'data-case': name }, table),
  );
  const children = element('main', { className: 'px-5' }, element('h1', {}, 'Tables'), tables);
  return render(element(NavigationProvider, { children }));
};

const nameOf = (node: Element) =>
  `${node.closest('[data-case]')?.getAttribute('data-case')}: ${node.textContent}`;
const isSeen = (node: Element) => node.checkVisibility() && node.getBoundingClientRect().width > 1;

/** Words that are split across lines. Values of JSON and of changed fields don't count as words. */
function brokenWords(root: Element): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const broken: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || parent.closest('pre, dl, .sr-only') || !isSeen(parent)) continue;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 1) broken.push(`${nameOf(parent)} (${word})`);
    }
  }
  return broken;
}

/** Content that overflows its cell or its table, and controls that are out of sight. */
function outOfPlace(root: Element): string[] {
  const { left, right } = root.getBoundingClientRect();
  const cells = [...root.querySelectorAll('th, td, li')].filter(
    (one) => isSeen(one) && one.scrollWidth > one.clientWidth + 1,
  );
  const controls = [...root.querySelectorAll('a, button, summary')].filter((one) => {
    const box = one.getBoundingClientRect();
    return !one.closest('thead') && (box.width < 8 || box.left < left - 1 || box.right > right + 1);
  });
  return [...cells, ...controls].map(nameOf);
}

/** Rows whose first cell is narrower than every other cell of its line. */
const narrowIdentities = (root: Element): string[] =>
  [...root.querySelectorAll('tbody tr:not([data-below])')]
    .filter((row) => {
      const [identity = 0, ...others] = [...row.children]
        .filter((one) => getComputedStyle(one).order === '0')
        .map((one) => one.getBoundingClientRect().width);
      return others.length > 0 && identity <= Math.min(...others);
    })
    .map(nameOf);

test('from 360 to 1,920 px, no table overflows its page, breaks a word, or hides an action', async () => {
  await show(cases);
  await document.fonts.ready;
  const found: string[] = [];
  for (let width = 360; width <= 1920; width += 40) {
    await resize(width, 900);
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`${width} px: the page is ${scrollWidth} px wide`);
    for (const root of document.querySelectorAll('[data-case]'))
      found.push(
        ...brokenWords(root).map((what) => `${width} px: a broken word in ${what}`),
        ...outOfPlace(root).map((what) => `${width} px: out of place in ${what}`),
        ...narrowIdentities(root).map((what) => `${width} px: a narrow first cell in ${what}`),
      );
  }
  expect(found).toEqual([]);
});

test('the head stays in view, and what a narrow table moves to a second line is named', async () => {
  await show({ users: cases.users });
  await resize(800, 200);
  window.scrollTo(0, 200);
  await expect.poll(() => document.querySelector('thead')?.getBoundingClientRect().top).toBe(0);
  window.scrollTo(0, 0);
  await resize(375, 700);
  const row = page.getByRole('row').nth(1);
  await expect.element(row.getByRole('button', { name: 'Edit' })).toBeInViewport();
  const named = row.css('[data-column]').elements();
  expect(named.map((one) => one.getAttribute('data-column'))).toEqual(
    expect.arrayContaining(['Name', 'Role', 'Scopes', 'Status', 'Last active', 'Joined']),
  );
  for (const one of named) expect(getComputedStyle(one, '::before').content).not.toBe('none');
  await expectAccessible();
});

test('a press on the text of a row with a modifier key is one on its link: it opens a tab', async () => {
  await show({ jobs: cases.jobs });
  const presses: boolean[] = [];
  const row = page.getByRole('row').nth(1);
  row
    .element()
    .querySelector('[data-row-link]')
    ?.addEventListener('click', (event) => {
      presses.push((event as MouseEvent).ctrlKey);
      event.preventDefault();
    });
  const text = row.css('[data-column] > div').first();
  await text.click({ modifiers: ['Control'] });
  await text.click();
  expect(presses).toEqual([true, false]);
});
