import { documents } from '@/bench/documents';
import { type Figure, figure } from '@/bench/figure';
import { graphqlRequest, signIn } from '@/bench/http/graphql-request';
import { startSite } from '@/bench/http/start-site';
import { runJsonProgram } from '@/bench/run-json-program';
import { makeDatabase } from '@/bench/workflows/accounts';
import { newDatabaseUrl, send, startRequest, unlimited } from '@/bench/workflows/bench-site';
import { callByClock, p99 } from '@/bench/workflows/timed-calls';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { openLoopbackProvider } from '@/testing/providers/loopback-provider';
import type { Written } from './format-program';
import { longDocument } from './long-document';

const texts = ['writeToDocx', 'writeToHtml', 'writeToPdf', 'writeToMarkdown', 'writeToTxt', 'writeToJson'];
const tables = ['writeToCsv', 'writeToXlsx'];
/** The limits of a postprocessor: milliseconds, and bytes. */
const MOST_MS = 10_000;
const MOST_BYTES = 512 * 2 ** 20;

const CALLS = 500;
const PER_SECOND = 25;

/** The cost of a document of 1 MB in each format, and how long others wait while such documents are written. */
export async function measureFormats(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of [...texts, ...tables]) figures.push(...(await measureFormat(name)));
  return [...figures, await measureOthers()];
}

async function measureFormat(name: string): Promise<Figure[]> {
  const { milliseconds, peakBytes, fileBytes } = await step(
    'formats',
    `writing 1 MB with ${name}`,
    () =>
      runJsonProgram<Written>('bench/formats/format-program.ts', [name], {
        advice: "The file couldn't be written; the lines above say why.",
      }),
    ({ milliseconds: took }) => ({ text: `${name}: ${Math.round(took)} ms` }),
  );
  const megabytes = (bytes: number) => [bytes / 1e6];
  return [
    figure({
      ...{ name: `${name} of 1 MB, against its time limit`, unit: 'ms' },
      ...{ measured: [milliseconds], floor: [MOST_MS], bar: { atMost: 1 } },
    }),
    figure({
      ...{ name: `${name}, most memory with Node, against its limit`, unit: 'MB' },
      ...{ measured: megabytes(peakBytes), floor: megabytes(MOST_BYTES), bar: { atMost: 1 } },
    }),
    figure({
      ...{ name: `${name}, its file against the text`, unit: 'MB' },
      ...{ measured: megabytes(fileBytes), floor: [1] },
    }),
  ];
}

/** The time that `me` takes while an account's jobs write 1 MB in every format of texts, one job after the other. */
async function measureOthers(): Promise<Figure> {
  // In this process, since a program takes no argument of 1 MB; that adds to the waits if anything.
  const loopback = await openLoopbackProvider({ prose: longDocument() });
  const databaseUrl = newDatabaseUrl();
  const [writer, other] = await makeDatabase(databaseUrl, ['plan_enterprise', 'plan_pro']);
  const site = await startSite({
    ...{ ...unlimited, DATABASE_URL: databaseUrl },
    OPENAI_COMPATIBLE_BASE_URL: `${loopback.origin}/compatible/v1`,
  });
  try {
    const api = `${site.url}/api/graphql`;
    const { token } = await signIn(api, { email: writer?.email ?? '' });
    const { token: otherToken } = await signIn(api, { email: other?.email ?? '' });
    const me = graphqlRequest(api, { query: documents.me, token: otherToken });
    const postprocessors = texts.map((name) => ({ name }));
    const write = startRequest(api, 'orchestrate', {
      input: {
        ...{ name: 'Documents', input: 'The gripper stops.' },
        steps: [{ id: 'report', task: 'generation', model: 'compatible/fine', postprocessors }],
      },
      token,
    });
    const callMe = () => callByClock({ count: CALLS, perSecond: PER_SECOND }, () => send(me));
    await callMe();
    const idle = await step('formats', 'calling me on the idle site', callMe, () => ({
      text: 'me called on the idle site',
    }));
    const writeDocuments = async () => {
      const response = await (await fetch(write.url, write)).text();
      if (!response.includes('"COMPLETED"')) throw new Stop(`A document wasn't written: ${response}`);
    };
    // The processes that write start with the first documents.
    await writeDocuments();
    let done = false;
    let jobs = 0;
    const writing = async () => {
      for (; !done; jobs += 1) await writeDocuments();
    };
    const busy = await step(
      'formats',
      'calling me while documents are written',
      async () => {
        const written = writing();
        const waits = await callMe();
        done = true;
        await written;
        return waits;
      },
      () => ({ text: `me called while ${jobs} jobs wrote ${texts.length} documents of 1 MB each` }),
    );
    return figure({
      ...{ name: 'me while documents of 1 MB are written, p99 against the idle site', unit: 'ms' },
      ...{ measured: [p99(busy)], floor: [p99(idle)], bar: { atMost: 3 } },
    });
  } finally {
    await site.stop();
    await loopback.close();
  }
}
