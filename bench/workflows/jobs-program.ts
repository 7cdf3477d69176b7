import { openEngine } from './open-engine';
import { ratePerSecond } from './rate-per-second';

// `tsx bench/workflows/jobs-program.ts DATABASE LANES ACCOUNTS SECONDS` enqueues and runs jobs of three sandbox steps on a
// database (its URL), so many at once of so many accounts, and prints how many ended per second as JSON.

const [url = '', lanes, accounts, seconds] = process.argv.slice(2);
const engine = await openEngine(url, Number(accounts));
const rate = await ratePerSecond(Number(lanes), Number(seconds), engine.runJob);
await engine.close();
console.log(JSON.stringify(rate));
