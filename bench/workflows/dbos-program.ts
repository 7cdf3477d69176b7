import { pathToFileURL } from 'node:url';
import { tools } from '@/testing/tools/install-tools';
import { ratePerSecond } from './rate-per-second';

// `tsx bench/workflows/dbos-program.ts URL LANES SECONDS` runs workflows of three empty steps with DBOS on a PostgreSQL
// database, LANES at once. It prints the completed workflows per second as JSON.

/** The part of DBOS that is used. */
interface Dbos {
  setConfig(config: { name: string; systemDatabaseUrl: string; logLevel: string }): void;
  registerWorkflow(work: () => Promise<void>, options: { name: string }): () => Promise<void>;
  runStep(work: () => Promise<void>, options: { name: string }): Promise<void>;
  launch(): Promise<void>;
  startWorkflow(workflow: () => Promise<void>): () => Promise<{ getResult(): Promise<void> }>;
  shutdown(): Promise<void>;
}

const [url = '', lanes, seconds] = process.argv.slice(2);
const { DBOS }: { DBOS: Dbos } = await import(pathToFileURL(tools.dbos).href);
DBOS.setConfig({ name: 'bench', systemDatabaseUrl: url, logLevel: 'error' });
const nothing = async () => {};
const threeSteps = DBOS.registerWorkflow(
  async () => {
    for (const name of ['first', 'second', 'third']) await DBOS.runStep(nothing, { name });
  },
  { name: 'threeSteps' },
);
await DBOS.launch();
const rate = await ratePerSecond(Number(lanes), Number(seconds), async () => {
  const handle = await DBOS.startWorkflow(threeSteps)();
  await handle.getResult();
});
await DBOS.shutdown();
console.log(JSON.stringify(rate));
process.exit(0);
