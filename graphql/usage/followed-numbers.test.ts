import { type DocumentNode, print } from 'graphql';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  hrefOf as accountAddress,
  rangeUsage as accountRange,
} from '@/components/usage/admin/overview-screen';
import { reliabilityQuery, totalAddresses } from '@/components/usage/admin/reliability-screen';
import { type OverviewData, overviewQuery } from '@/components/usage/admin/use-overview';
import {
  dashboardQuery,
  hrefOf as ownAddress,
  rangeUsage as ownRange,
} from '@/components/usage/developer/dashboard-screen';
import { type FailuresOf, failureAddresses } from '@/components/usage/failed-executions';
import { callAddresses } from '@/components/usage/model-table';
import { executionNumbers, rankedNumbers } from '@/components/usage/usage-charts';
import type { DaySpan } from '@/components/usage/usage-days';
import type { RangeUsage } from '@/components/usage/usage-overview';
import { microsOf } from '@/lib/format/money';
import type { ResultOf } from '@/lib/graphql-client/graphql';
import { addDays, dayOf } from '@/lib/rules/day';
import { createApiKey } from '@/lib/server/api-keys/create-api-key';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { getBulkRun } from '@/lib/server/bulk/get-bulk-run';
import { startBulkWorkflow } from '@/lib/server/bulk/start-bulk-workflow';
import type { User } from '@/prisma/generated/prisma/client';
import { seedDemo } from '@/prisma/seed/demo-data';
import { uploadRows } from '@/testing/bulk-run';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';

type Dashboard = ResultOf<typeof dashboardQuery>;

/** A number of a dashboard, with the address that it leads to. */
interface LinkedNumber {
  what: string;
  href: string;
  /** Undefined for what the number doesn't say. */
  executions?: number;
  failed?: number;
  micros?: number;
  tokens?: number;
  /** Calls of models; only such calls as the address names, if it names any. */
  calls?: number;
}

/** The sums of the rows of a list. */
interface Sums extends Required<Omit<LinkedNumber, 'what' | 'href'>> {
  tokensIn: number;
  tokensOut: number;
}

interface ListedJob {
  jobId: string;
  status: string;
  cost: number | null;
  tokensIn: number;
  tokensOut: number;
}

/** A person whose dashboards are read. */
interface Reader {
  server: TestServer;
  user: User;
  token: string;
}

const readerOf = async (server: TestServer, user: User): Promise<Reader> => ({
  server,
  user,
  token: await sessionToken(server.context, user),
});

async function ask<Data>(
  { server, token }: Reader,
  query: string | DocumentNode,
  variables: object,
): Promise<Data> {
  // The directive is for types only.
  const text = typeof query === 'string' ? query : print(query).replaceAll(' @_unmask', '');
  const { data, errors } = await server.call<Data>({ query: text, variables: { ...variables }, token });
  expect(errors).toEqual([]);
  if (!data) throw new Error('The API returned no data.');
  return data;
}

/** The arguments of `listJobs` that the parameters of an address stand for. */
const argumentsOf: Record<string, (value: string) => object> = {
  'ended-from': (endedFrom) => ({ endedFrom }),
  'ended-to': (endedTo) => ({ endedTo }),
  status: (status) => ({ status: status.toUpperCase() }),
  error: (errorCode) => ({ errorCode }),
  template: (template) => ({ template }),
  except: (names) => ({ exceptTemplates: JSON.parse(names) }),
  call: (callOutcome) => ({ callOutcome }),
  model: (model) => ({ model }),
  key: (apiKeyId) => ({ apiKeyId }),
  user: (userId) => ({ userId }),
  fallbacks: () => ({ withFallbacks: true }),
  rows: () => ({ withBulkRows: true }),
  executions: () => ({ onlyExecutions: true }),
};

interface Filters {
  model?: string;
  callOutcome?: string;
}

function filtersOf({ user }: Reader, href: string): Filters {
  const { pathname, searchParams } = new URL(href, 'http://localhost');
  const given = [...searchParams].map(([name, value]) => {
    const argument = argumentsOf[name];
    if (!argument) throw new Error(`No filter is named ${name}.`);
    return argument(value);
  });
  expect(pathname).toMatch(/^\/dashboard\/(admin\/)?workflows$/);
  return Object.assign({}, ...given, pathname === '/dashboard/workflows' && { userId: user.id });
}

const filterTypes = {
  ...{ userId: 'ID', template: 'String', status: 'JobStatus', errorCode: 'String', model: 'String' },
  ...{ apiKeyId: 'ID', withFallbacks: 'Boolean', endedFrom: 'Date', endedTo: 'Date' },
  ...{ withBulkRows: 'Boolean', onlyExecutions: 'Boolean' },
  ...{ callOutcome: 'String', exceptTemplates: '[String!]' },
};
const declared = Object.entries(filterTypes)
  .map(([name, type]) => `$${name}: ${type}`)
  .join(', ');
const passed = Object.keys(filterTypes)
  .map((name) => `${name}: $${name}`)
  .join(', ');
const PAGE = 1_000;

/** Follows an address and adds up all pages of its list. */
async function addUp(reader: Reader, href: string): Promise<Sums> {
  const filters = filtersOf(reader, href);
  const sums = { executions: 0, failed: 0, micros: 0, tokens: 0, tokensIn: 0, tokensOut: 0, calls: 0 };
  let after: string | null = null;
  for (;;) {
    const { listJobs }: { listJobs: ListedJob[] } = await ask(
      reader,
      `query ($after: ID, ${declared}) {
        listJobs(limit: ${PAGE}, after: $after, ${passed}) { jobId status cost tokensIn tokensOut }
      }`,
      { ...filters, after },
    );
    for (const { status, cost, tokensIn, tokensOut } of listJobs) {
      sums.executions += 1;
      sums.failed += status === 'FAILED' ? 1 : 0;
      sums.micros += microsOf(cost ?? 0);
      sums.tokensIn += tokensIn;
      sums.tokensOut += tokensOut;
      sums.tokens += tokensIn + tokensOut;
    }
    sums.calls += await countCalls(
      reader,
      listJobs.map(({ jobId }) => jobId),
      filters,
    );
    after = listJobs.at(-1)?.jobId ?? null;
    if (listJobs.length < PAGE) return sums;
  }
}

/** The calls that these jobs have made, by their attempts. */
async function countCalls(
  { server }: Reader,
  jobIds: string[],
  { model: called, callOutcome: wanted }: Filters,
): Promise<number> {
  const attempts = await server.context.db.prisma.attempt.findMany({
    where: { jobId: { in: jobIds } },
    select: { model: true, outcome: true, code: true },
  });
  const hasFailed = (outcome: string) => outcome === 'FAILED' || outcome === 'LOST';
  return attempts.filter(({ model, outcome, code }) => {
    if (called !== undefined && model !== called) return false;
    if (wanted === undefined) return outcome === 'ANSWERED' || hasFailed(outcome);
    return (
      outcome === wanted || (hasFailed(outcome) && (wanted === 'FAILED' || (code || outcome) === wanted))
    );
  }).length;
}

/** The numbers that both dashboards show of a range: their cards, the days, and the rankings. */
function rangeNumbers({ period, today, days, totals, hrefOf, templates, users }: RangeUsage): LinkedNumber[] {
  const { rows, totalHref = '' } = executionNumbers(days, period, today, hrefOf);
  const ranked = [templates, ...(users ? [users] : [])].flatMap(
    (entries) => rankedNumbers(entries, { chart: 'Bar', head: '', word: '', fileName: '' }, period).rows,
  );
  const all = {
    executions: totals.totalExecutions,
    micros: microsOf(totals.estimatedCost),
    tokens: totals.totalTokens,
    failed: days.reduce((sum, day) => sum + day.requestCount - day.successCount, 0),
  };
  return [
    { what: 'range', href: hrefOf(period), ...all },
    { what: 'total of the days', href: totalHref, ...all },
    ...rows.flatMap(({ name, href, values: [executions = 0, cost = 0, tokens = 0] }) => {
      if (executions === 0) expect(href).toBeUndefined();
      return href ? [{ what: name, href, executions, micros: microsOf(cost), tokens }] : [];
    }),
    ...ranked.flatMap(({ name, href, values: [executions = 0] }) =>
      href ? [{ what: name, href, executions }] : [],
    ),
  ];
}

/** Of failures, models lead to more jobs than they count: all that called them. */
async function failureNumbers(reader: Reader, of: FailuresOf, period: DaySpan): Promise<LinkedNumber[]> {
  const field = of === 'admin' ? 'failuresByAccount(accountId:' : 'failuresByUser(userId:';
  const id = of === 'admin' ? reader.user.accountId : reader.user.id;
  const groups = { codes: 'ERROR_CODE', templates: 'TEMPLATE', keys: 'API_KEY' } as const;
  const addresses = failureAddresses(of, period);
  const found: LinkedNumber[] = [];
  for (const [group, by] of Object.entries(groups)) {
    const { entries } = await ask<{
      entries: { id: string | null; name: string; failed: number; executions: number }[];
    }>(
      reader,
      `query ($id: ID!, $from: Date!, $to: Date!) {
        entries: ${field} $id, by: ${by}, from: $from, to: $to, limit: 100) { id name failed executions }
      }`,
      { id, from: period.from, to: period.to },
    );
    for (const { failed, executions, ...entry } of entries) {
      const hrefs = addresses[group as keyof typeof groups](entry);
      if (!hrefs) continue;
      const what = `${by} ${entry.name}`;
      found.push({ what, href: hrefs.failed, executions: failed, failed });
      found.push({ what: `all of ${what}`, href: hrefs.executions, executions });
    }
  }
  return found;
}

/**
 * The numbers of the reliability page that count calls.
 * @returns without the calls of jobs that haven't ended, which no list has: the page says so
 */
async function callNumbers(reader: Reader, period: DaySpan): Promise<LinkedNumber[]> {
  const { reliabilityByAccount: models } = await ask<ResultOf<typeof reliabilityQuery>>(
    reader,
    reliabilityQuery,
    { accountId: reader.user.accountId, from: period.from, to: period.to },
  );
  const { accountId } = reader.user;
  const open = await reader.server.context.db.prisma.attempt.findMany({
    where: { outcome: 'ANSWERED', step: { job: { accountId, finishedAt: null } } },
    select: { model: true },
  });
  const openCalls = (model?: string) =>
    open.filter((attempt) => model === undefined || attempt.model === model).length;
  const sum = (of: (model: (typeof models)[number]) => number) =>
    models.reduce((total, model) => total + of(model), 0);
  const totals = totalAddresses(period);
  return [
    { what: 'calls', href: totals.calls, calls: sum(({ calls }) => calls) - openCalls() },
    { what: 'failed calls', href: totals.failed, calls: sum(({ failed }) => failed) },
    ...models.flatMap(({ model, calls, failed, failures, skipped }) => {
      const hrefs = callAddresses('/dashboard/admin/workflows', period, model);
      if (!hrefs) return [];
      return [
        { what: model, href: hrefs.calls, calls: calls - openCalls(model) },
        { what: `failed of ${model}`, href: hrefs.ended('FAILED'), calls: failed },
        { what: `skipped ${model}`, href: hrefs.ended('PASSED_OVER'), calls: skipped },
        ...failures.map((failure) => ({
          ...{ what: `${failure.code} of ${model}`, href: hrefs.ended(failure.code) },
          calls: failure.calls,
        })),
      ];
    }),
  ];
}

/** All numbers of a developer's dashboard that count executions. */
async function ownNumbers(reader: Reader, range: DaySpan): Promise<LinkedNumber[]> {
  const data = await ask<Dashboard>(reader, dashboardQuery, {
    userId: reader.user.id,
    from: range.from,
    to: range.to,
  });
  const { from, to, totalExecutions, estimatedCost, totalTokens } = data.month;
  return [
    {
      what: 'month',
      href: ownAddress({ from, to }),
      executions: totalExecutions,
      micros: microsOf(estimatedCost),
      tokens: totalTokens,
    },
    ...rangeNumbers(ownRange(data)),
    ...(await failureNumbers(reader, 'developer', range)),
  ];
}

/** All numbers of the admins' overview that count executions. */
async function accountNumbers(reader: Reader, range: DaySpan): Promise<LinkedNumber[]> {
  const data = await ask<OverviewData>(reader, overviewQuery, {
    accountId: reader.user.accountId,
    from: range.from,
    to: range.to,
  });
  const { totalWorkflows, totalCost } = data.accountOverview;
  const { from, to, currentPeriodExecutions } = data.accountDashboardStats;
  return [
    {
      what: 'since the beginning',
      href: accountAddress({}),
      executions: totalWorkflows,
      micros: microsOf(totalCost),
    },
    { what: 'period', href: accountAddress({ from, to }), executions: currentPeriodExecutions },
    ...rangeNumbers(accountRange(data)),
    ...(await failureNumbers(reader, 'admin', range)),
  ];
}

/** Follows numbers and compares each with the sum of its list, to the micro-dollar. */
async function expectSums(reader: Reader, numbers: readonly LinkedNumber[]): Promise<void> {
  for (const { what, href, ...shown } of numbers) {
    const sums = await addUp(reader, href);
    const wanted = Object.keys(shown) as (keyof Sums)[];
    const added = Object.fromEntries(wanted.map((key) => [key, sums[key]]));
    expect({ what, href, ...added }).toEqual({ what, href, ...shown });
  }
}

describe('of jobs that have just run', () => {
  let server: TestServer;
  let admin: Reader;
  let developer: Reader;
  const today = () => dayOf(server.context.now());
  beforeAll(async () => {
    server = await openTestServer();
    const world = await createTestWorld(server.context);
    admin = await readerOf(server, world.users.admin);
    developer = await readerOf(server, world.users.developer);
    const colleague = await readerOf(server, world.users.colleague);
    const { rawKey } = await createApiKey(
      server.context,
      operatorViewer(world.users.developer),
      {},
      { name: 'Service', scopes: { read: true, write: true } },
    );
    const step = (more: object) => ({ id: 'a', task: 'summarization', retries: 0, ...more });
    const jobs = [
      { reader: developer, name: 'Plain', steps: [step({ model: 'sandbox/quality' })] },
      { reader: developer, name: 'Plain', steps: [step({ model: 'sandbox/fast' })] },
      {
        reader: { ...developer, token: rawKey },
        name: 'Fell back',
        steps: [step({ model: 'sandbox/down', fallbacks: ['sandbox/fast'] })],
      },
      { reader: { ...developer, token: rawKey }, name: 'Failed', steps: [step({ model: 'sandbox/down' })] },
      { reader: colleague, name: 'Failed', steps: [step({ model: 'sandbox/limited' })] },
      {
        reader: colleague,
        name: 'Went on',
        steps: [
          step({ model: 'sandbox/down', on_error: 'CONTINUE' }),
          step({ id: 'b', model: 'sandbox/quality' }),
        ],
      },
    ];
    for (const { reader, name, steps } of jobs)
      await ask(
        reader,
        `mutation ($input: StartWorkflowInput!) { orchestrate(input: $input, wait_ms: 20000) { jobId } }`,
        { input: { name, input: 'The arm stops in the cold. It runs in the sun.', steps } },
      );
    const owner = operatorViewer(world.users.developer);
    const fileId = await uploadRows(
      server.context,
      owner,
      'text,kind\nThe arm stalls.,a\nIt bends.,b\nIt is quiet.,a\n',
    );
    const { id } = await startBulkWorkflow(
      server.context,
      owner,
      {
        fileId,
        workflow: {
          name: 'Rows',
          steps: [
            step({
              model: 'sandbox/down',
              condition: 'variables.kind == "b"',
              input: '{{ variables.text }}',
            }),
            step({ id: 'b', model: 'sandbox/fast', dependsOn: ['a'], input: '{{ variables.text }}' }),
          ],
        },
      },
      {},
    );
    const ended = async () => expect((await getBulkRun(server.context, owner, id)).finishedAt).not.toBeNull();
    await vi.waitFor(ended, { timeout: 120_000, interval: 200 });
  }, 300_000);
  afterAll(() => server.close());

  test('every number of the developer dashboard is the sum of its list', async () => {
    const numbers = await ownNumbers(developer, { from: addDays(today(), -2), to: today() });
    const [month] = numbers;
    expect(month).toMatchObject({ executions: 7 });
    expect(month?.micros).toBeGreaterThan(0);
    expect(numbers.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['range', 'Plain', 'Rows', 'TEMPLATE Failed', 'API_KEY Service']),
    );
    await expectSums(developer, numbers);
  });

  test("every number of the admins' overview is the sum of its list", async () => {
    const numbers = await accountNumbers(admin, { from: addDays(today(), -2), to: today() });
    expect(numbers[0]).toMatchObject({ executions: 9 });
    expect(numbers.map(({ what }) => what)).toEqual(expect.arrayContaining(['Dee Veloper', 'period']));
    await expectSums(admin, numbers);
  });

  test('every number of the reliability page is the number of calls that its list has made', async () => {
    const numbers = await callNumbers(admin, { from: addDays(today(), -2), to: today() });
    expect(numbers.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['calls', 'sandbox/down', 'PROVIDER_UNAVAILABLE of sandbox/down']),
    );
    expect(numbers.find(({ what }) => what === 'failed of sandbox/down')?.calls).toBeGreaterThan(3);
    await expectSums(admin, numbers);
    for (const { what, href, calls } of numbers) {
      const { sumJobs } = await ask<{ sumJobs: { calls: number } }>(
        admin,
        `query (${declared}) { sumJobs(${passed}) { calls } }`,
        filtersOf(admin, href),
      );
      expect({ what, ...sumJobs }).toEqual({ what, calls });
    }
  });

  test('the sums of a list are those of its rows, and a deleted job is counted as no longer kept', async () => {
    const href = ownAddress({ from: today(), to: today() });
    const filters = filtersOf(developer, href);
    const sumsQuery = `query (${declared}) {
      sumJobs(${passed}) { jobs failedJobs hasMore cost calls tokensIn tokensOut countedExecutions countedCost }
    }`;
    const read = async () =>
      (await ask<{ sumJobs: Record<string, number> }>(developer, sumsQuery, filters)).sumJobs;
    const { executions, failed, micros, calls, tokensIn, tokensOut } = await addUp(developer, href);
    expect(failed).toBeGreaterThan(0);
    expect(tokensOut).toBeGreaterThan(0);
    const before = await read();
    expect(before).toMatchObject({
      jobs: executions,
      failedJobs: failed,
      hasMore: false,
      countedExecutions: executions,
      ...{ calls, tokensIn, tokensOut },
    });
    expect([microsOf(before.cost ?? 0), microsOf(before.countedCost ?? 0)]).toEqual([micros, micros]);
    const { listJobs } = await ask<{ listJobs: ListedJob[] }>(
      developer,
      'query ($id: ID!) { listJobs(userId: $id, template: "Plain", limit: 1) { jobId cost } }',
      { id: developer.user.id },
    );
    const [job] = listJobs;
    await ask(developer, 'mutation ($id: ID!) { deleteJob(jobId: $id) { success } }', { id: job?.jobId });
    const after = await read();
    expect(after).toMatchObject({ jobs: executions - 1, countedExecutions: executions });
    expect(microsOf(after.cost ?? 0)).toBe(micros - microsOf(job?.cost ?? 0));
  });
});

describe('of the demo data', { timeout: 300_000 }, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
    const present = new Date();
    server.setNow(present);
    await seedDemo(server.context.db, present);
  }, 600_000);
  afterAll(() => server.close());

  const person = async (email: string) =>
    readerOf(server, await server.context.db.prisma.user.findUniqueOrThrow({ where: { email } }));
  /** Some of the days of which the demo data has jobs: each is added up a dozen times. */
  const DAYS = 5;
  const range = () => {
    const to = dayOf(server.context.now());
    return { from: addDays(to, 1 - DAYS), to };
  };
  /** Older executions have no jobs. */
  const within = (numbers: readonly LinkedNumber[]) =>
    numbers.filter(({ what }) => !['month', 'period', 'since the beginning'].includes(what));

  test.each(['admin@acme.test', 'admin@globex.test'])(
    'every number of the overview of %s leads to its sum',
    async (email) => {
      const admin = await person(email);
      const numbers = within(await accountNumbers(admin, range()));
      expect(numbers.length).toBeGreaterThan(DAYS + 10);
      await expectSums(admin, numbers);
      await expectSums(admin, await callNumbers(admin, range()));
    },
  );

  test('on the days that dashboards open on, no execution lacks its job', async () => {
    const admin = await person('admin@acme.test');
    const { usageByAccount: days } = await ask<OverviewData>(admin, overviewQuery, {
      accountId: admin.user.accountId,
    });
    expect(days).toHaveLength(30);
    const href = accountAddress({ from: days[0]?.date ?? '', to: days.at(-1)?.date ?? '' });
    const { sumJobs } = await ask<{ sumJobs: { jobs: number; countedExecutions: number } }>(
      admin,
      `query (${declared}) { sumJobs(${passed}) { jobs countedExecutions } }`,
      filtersOf(admin, href),
    );
    const executions = days.reduce((sum, { requestCount }) => sum + requestCount, 0);
    expect(sumJobs).toEqual({ jobs: executions, countedExecutions: executions });
  });

  test('every number of a developer dashboard leads to its sum', async () => {
    const developer = await person('dev@acme.test');
    const numbers = within(await ownNumbers(developer, range()));
    expect(numbers.length).toBeGreaterThan(DAYS + 5);
    await expectSums(developer, numbers);
  });
});
