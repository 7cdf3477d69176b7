import fs from 'node:fs';
import { type Figure, figure } from '@/bench/figure';
import { limits, workflowLimits } from '@/lib/config/limits';
import { storageBytesOf } from '@/lib/config/plans';
import type { StepInput } from '@/lib/engine/workflow';
import type { StartInput } from '@/lib/server/workflows/plan-input';
import { Prisma } from '@/prisma/generated/prisma/client';
import type { Neighborhood } from '@/testing/neighbors/neighborhood';
import type { Attacker } from './attacker';

/** An attack by an account's requests on the other accounts of the server. */
export interface Attack {
  /** The requests, as a figure names them. */
  sends: string;
  /** Of the attacker's account; Pro by default. */
  plan?: string;
  /** Whether the site has its default limits of calls, and the neighbor asks ten times less. */
  isLimited?: boolean;
  /** The allowed time of the neighbor's calls at p99 (ms); a tenth of a second by default. */
  mostP99?: number;
  /** The work of each client. */
  run(attacker: Attacker): Promise<unknown>;
  /** How many accounts a client uses, each for the whole attack; one by default. */
  accounts?: number;
  /** The next attacks of the same clients, on the same site. */
  afterwards?: Attack[];
  /** Stops the attack after so many minutes; one by default. */
  minutes?: number;
  /** A job of another account, started two seconds after the attack: how long it takes, and took before (ms). */
  third?: { input: StartInput; before: number };
  /** More figures, once all clients are done. */
  figures?(site: Neighborhood, clients: number): Promise<Figure[]> | Figure[];
}

const sentence = 'The gripper of arm 7 stops after two minutes, and the app shows E-41. ';
const text = (bytes: number): string => sentence.repeat(Math.ceil(bytes / sentence.length)).slice(0, bytes);
/** The most input that a workflow may have in addition to its variables, which are {}. */
const longest = text(workflowLimits.inputBytes - 2);

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const atOnce = (count: number, work: (index: number) => Promise<unknown>) => Promise.all(times(count, work));

const step = (values: Partial<StepInput>, index = 0): StepInput => ({
  id: `step${index}`,
  task: 'generation',
  // A failing step mustn't spare the server the others.
  on_error: 'CONTINUE',
  ...values,
});
const workflow = (steps: StepInput[], values: Partial<StartInput> = {}): StartInput => ({
  name: 'Attack',
  input: sentence,
  steps,
  mode: 'PARALLEL',
  ...values,
});
const fifty = (values: Partial<StepInput>, more?: Partial<StartInput>): StartInput =>
  workflow(
    times(workflowLimits.steps, (index) => step(values, index)),
    more,
  );

/** Classes of characters up to the last one, each of which takes long to fold. */
const ranges = (count: number): string =>
  times(count, (index) => `[${String.fromCharCode(97 + (index % 26))}-\u{10FFFF}]`).join('');

const conditions = workflow(
  times(10, (index) => step({ condition: `input.matches("(?i)${ranges(650)}")` }, index)),
);
let sent = 0;
/** Each is new: patterns that were met before are cheaper. */
const patterns = (): StartInput => {
  sent += 1;
  const properties = Object.fromEntries(
    times(14, (index) => [`p${index}`, { pattern: `(?i)${sent}-${index}${ranges(160)}` }]),
  );
  return workflow([step({ task: 'validation', options: { schema: { type: 'object', properties } } })]);
};
const tags = fifty({ input: '{{ input }}'.repeat(1_000) });
/** Each step writes 3.3 MB: a hundred pieces of 8,192 tokens. */
const grown = fifty(
  {
    task: 'translation',
    options: { target_language: 'de' },
    max_tokens: 8_192,
    input: '{{ input }}'.repeat(9),
  },
  { input: longest },
);
/** Puts 15 kB in each of a thousand places. */
const plain = fifty(
  { input: '{{ variables }}'.repeat(1_000) },
  { variables: Object.fromEntries(times(1_000, (index) => [`name${index}`, index])) },
);

const start =
  (mutation: 'orchestrate' | 'enqueueWorkflow', args = '') =>
  (attacker: Attacker, input: StartInput, more: { file?: string; token?: string } = {}) =>
    attacker.call({
      query: `mutation ($input: StartWorkflowInput!, $file: Upload) {
        job: ${mutation}(input: $input, file: $file ${args}) { jobId status }
      }`,
      variables: { input },
      ...more,
    });
const enqueue = start('enqueueWorkflow');
const join = start('orchestrate', `idempotencyKey: "joined" wait_ms: ${limits.orchestrate.max}`);

const SECONDS = 10;
/** Plans a workflow again and again, for ten seconds. */
const planAgain = (input: () => StartInput) => async (attacker: Attacker) => {
  const until = performance.now() + SECONDS * 1000;
  while (performance.now() < until && !attacker.signal.aborted)
    await attacker.call({
      query: 'query ($input: StartWorkflowInput!) { planWorkflow(input: $input) { estimatedTokens } }',
      variables: { input: input() },
    });
};

const runToEnd = (input: StartInput) => async (attacker: Attacker) => {
  const { data } = await enqueue(attacker, input);
  await attacker.untilIdle();
  return data?.job?.jobId ?? '';
};

/** The job that each attacker has run to its end. */
const jobs = new WeakMap<Attacker, string>();

/** Each step formats a megabyte of code until its time is up. */
const long = fifty(
  {
    input: '{{ input }}',
    preprocessors: [{ name: 'normalizeCodeFormat', options: { language: 'typescript' } }],
  },
  { input: 'const a = [1, 2];\n'.repeat(50_000) },
);
const loop = (tag: string, body: string, count = 1) =>
  `${tag.repeat(count)}${body}${'{% endfor %}'.repeat(count)}`;
const condition = (source: string, variables: object) =>
  workflow([step({ condition: source })], { variables });
/** Templates and conditions that never end by themselves, and texts at the limits of what is accepted. */
const runaways: [StartInput, file?: string][] = [
  ...[
    loop('{% for i in (1..1000000000) %}', '{{ i }}'),
    loop('{% for i in (1..10000) %}', '{{ i }}', 4),
    `{% assign s = input %}${loop('{% for i in (1..60) %}', '{% assign s = s | append: s %}')}{{ s }}`,
    loop('{% for i in (1..1000000) %}', '{% assign s = input | split: "" | reverse | join: "" %}'),
  ].map((input): [StartInput] => [workflow([step({ input })])]),
  [condition('variables.text.matches("^(([a-z])+.)+[A-Z]([a-z])+$")', { text: 'a'.repeat(100_000) })],
  [
    condition(`${'variables.numbers.all(a, '.repeat(4)}a >= 0${')'.repeat(4)}`, {
      numbers: times(2_000, (index) => index),
    }),
  ],
  ...[
    step({ task: 'summarization' }),
    step({ task: 'analysis' }),
    step({ task: 'extraction', options: { fields: { code: 'string' } } }),
  ].map((each): [StartInput, string] => [workflow([each], { input: '' }), text(limits.workflowFile.bytes)]),
  [workflow([step({ task: 'summarization' })], { input: '' }), 'x'.repeat(limits.workflowFile.bytes)],
  [fifty({ input: '{{ file }} {{ file | size }}' }, { input: '' }), text(limits.workflowFile.bytes)],
];

/** @param floor MB of each client: what was stored before, or the account's quota */
const stored =
  (what: string, { floor, atMost }: { floor: number; atMost: number }) =>
  ({ databaseFile }: Neighborhood, clients: number): Figure[] => {
    const files = [databaseFile, `${databaseFile}-wal`].map((file) =>
      fs.statSync(file, { throwIfNoEntry: false }),
    );
    const bytes = files.reduce((sum, file) => sum + (file?.size ?? 0), 0);
    return [
      figure({ name: what, unit: 'MB', measured: [bytes / 1e6], floor: [floor * clients], bar: { atMost } }),
    ];
  };

/** By their names. */
export const attacks: Record<string, Attack> = {
  conditions: {
    sends: 'plans of ten conditions with costly patterns',
    run: planAgain(() => conditions),
  },
  schemas: { sends: 'plans of costly patterns in a schema', run: planAgain(patterns) },
  tags: { sends: 'plans of 50 steps of 1,000 tags', run: planAgain(() => tags) },
  outputs: {
    sends: '50 steps of the input nine times',
    minutes: 10,
    run: async (attacker) => void jobs.set(attacker, await runToEnd(grown)(attacker)),
    figures: stored('50 steps of the input nine times: the database after it, against before', {
      floor: 330,
      atMost: 0.5,
    }),
    afterwards: [
      {
        sends: 'twenty reads of the status of that job',
        run: (attacker) =>
          atOnce(20, () =>
            attacker.call({ query: `{ job: getJobResult(jobId: "${jobs.get(attacker)}") { status } }` }),
          ),
      },
      {
        sends: 'twelve lists of jobs with that one and its outputs',
        run: (attacker) =>
          atOnce(12, () => attacker.call({ query: '{ listJobs(limit: 10) { jobId steps { id output } } }' })),
      },
    ],
  },
  followers: {
    sends: '20 followers of that job',
    minutes: 5,
    run: async (attacker) => {
      const { data } = await enqueue(attacker, grown);
      await atOnce(limits.openStreams, () => attacker.follow(data?.job?.jobId ?? ''));
    },
  },
  joins: {
    sends: '20 calls that join that job',
    run: (attacker) => atOnce(20, () => join(attacker, grown)),
  },
  templates: {
    sends: '50 plain templates that write 15 MB each',
    run: runToEnd(plain),
  },
  files: {
    sends: 'forty jobs with a file of 10 MiB that are canceled at once',
    plan: 'plan_basic',
    minutes: 3,
    run: async (attacker) => {
      for (let index = 0; index < 40 && !attacker.signal.aborted; index += 1) {
        const input = workflow([step({ model: 'sandbox/slow' })]);
        const { data } = await enqueue(attacker, input, { file: text(limits.workflowFile.bytes) });
        if (data?.job)
          await attacker.call({ query: `mutation { cancelJob(jobId: "${data.job.jobId}") { status } }` });
      }
    },
    figures: stored("canceled jobs with files: the database after it, against the plan's storage", {
      floor: storageBytesOf('plan_basic') / 1e6,
      atMost: 1.2,
    }),
  },
  uploads: {
    sends: 'twenty files of 10 MiB with a workflow that is refused',
    run: async (attacker) => {
      const input = workflow([step({ task: 'unknown' })]);
      for (let index = 0; index < 20 && !attacker.signal.aborted; index += 1)
        await enqueue(attacker, input, { file: text(limits.workflowFile.bytes) });
    },
  },
  texts: {
    sends: 'two accounts with 50 steps that format a megabyte',
    accounts: 2,
    run: runToEnd(long),
    third: { input: workflow([step({ task: 'summarization' })], { input: text(3_000) }), before: 8_000 },
  },
  runaways: {
    sends: 'templates, conditions, and files that never come to an end',
    plan: 'plan_enterprise',
    run: async (attacker) => {
      // A client's memory is bounded, so they are sent one after the other.
      for (const [input, file] of runaways) await enqueue(attacker, input, { file });
      await attacker.untilIdle();
    },
  },
  'revoked-key': {
    sends: '60 jobs of a key that is then revoked',
    run: async (attacker) => {
      const made = await attacker.call({ query: 'mutation { key: createAPIKey { rawKey apiKey { id } } }' });
      const { rawKey, apiKey } = made.data?.key ?? { rawKey: '', apiKey: { id: '' } };
      await atOnce(60, () =>
        enqueue(attacker, workflow([step({ model: 'sandbox/slow' })]), { token: rawKey }),
      );
      await attacker.call({ query: `mutation { revokeAPIKey(id: "${apiKey.id}") { id } }` });
      await attacker.untilIdle();
    },
    figures: async ({ rows }, clients) => {
      const ran = await rows<{ count: number | bigint }>(Prisma.sql`
        SELECT count(*) AS "count" FROM "Job" JOIN "ApiKey" ON "ApiKey"."id" = "Job"."apiKeyId"
        WHERE "Job"."status" = 'COMPLETED' AND "Job"."finishedAt" > "ApiKey"."updatedAt"`);
      return [
        figure({
          name: 'a revoked key: jobs that ran to their end after it, against before',
          unit: 'count',
          measured: [Number(ran[0]?.count)],
          floor: [60 * clients],
          bar: { atMost: 0 },
        }),
      ];
    },
  },
};
