import { openEngine } from './open-engine';
import { ratePerSecond } from './rate-per-second';

// `tsx bench/workflows/jobs-program.ts DATABASE LANES ACCOUNTS SECONDS` enqueues and runs jobs of three sandbox steps
// on a database (its URL). LANES jobs of ACCOUNTS accounts run at once. It prints the completed jobs per second as
// JSON.

const [url = '', lanes, accounts, seconds] = process.argv.slice(2);
const engine = await openEngine(url, Number(accounts));
const rate = await ratePerSecond(Number(lanes), Number(seconds), engine.runJob);
await engine.close();
console.log(JSON.stringify(rate));
