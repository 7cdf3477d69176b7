import { type Figure, figure } from '@/bench/figure';
import { keptDatabase } from '@/bench/kept-database';
import { runJsonProgram } from '@/bench/run-json-program';
import { step } from '@/scripts/console/step.mjs';

const TIMES_THE_DEMO = 3;
const MOST_MILLISECONDS = 150;
/** How many of the slowest pages the table compares with the clock; the others are faster. */
const SLOWEST = 3;

/** A page of both consoles. */
export interface PageTimes {
  name: string;
  /** Whether it shows more of the big account than of the demo account. */
  moreInBig: boolean;
  /** Round by round. */
  milliseconds: [demo: number[], big: number[]];
}

/**
 * What the console's pages cost the server with 5,000 users, 20,000 keys, 200,000 audit events and two years of usage
 * in one account, compared with the demo account and with the time that a page may take.
 */
export async function measureConsole(): Promise<Figure[]> {
  const files = [await demoDatabase(), await bigDatabase()];
  const measure = () =>
    runJsonProgram<PageTimes[]>('bench/console/console-program.ts', files, {
      advice: "The console couldn't be measured; the lines above say why.",
    });
  const pages = await step('console', 'opening the pages of both accounts', measure, () => ({
    text: 'the pages of both accounts opened in turns',
  }));
  return [
    ...pages.filter(({ moreInBig }) => !moreInBig).map(againstDemo),
    ...pages
      .map(againstClock)
      .sort((a, b) => b.ratio - a.ratio)
      .slice(0, SLOWEST),
  ];
}

const againstDemo = ({ name, milliseconds: [demo, big] }: PageTimes): Figure =>
  figure({
    name: `console: ${name}`,
    unit: 'ms',
    measured: big,
    floor: demo,
    bar: { atMost: TIMES_THE_DEMO },
  });

const againstClock = ({ name, milliseconds: [, big] }: PageTimes): Figure =>
  figure({
    name: `console, slowest: ${name}`,
    unit: 'ms',
    measured: big,
    floor: big.map(() => MOST_MILLISECONDS),
    bar: { atMost: 1 },
  });

/** The file of the demo data, seeded at the bench's moment. */
const demoDatabase = (): Promise<string> =>
  keptDatabase({
    name: 'console-demo',
    doing: 'seeding the demo accounts',
    done: 'demo accounts seeded',
    sources: [
      ...['lib/config/plans.ts', 'prisma/seed'],
      ...['bench/console/fill-demo-program.ts', 'bench/scale/world.ts'],
    ],
    program: 'bench/console/fill-demo-program.ts',
  });

/** The file of the big account. */
const bigDatabase = (): Promise<string> =>
  keptDatabase({
    name: 'console-big',
    doing: 'filling the big account',
    done: 'big account filled',
    sources: [
      ...['lib/config/plans.ts', 'lib/server/users/create-user.ts', 'lib/server/audit/record-audit.ts'],
      ...['lib/server/usage/meter-executions.ts', 'lib/server/billing/issue-invoice.ts'],
      ...['prisma/seed/timeline.ts', 'prisma/seed/seeded-random.ts', 'prisma/seed/bill-months.ts'],
      ...['bench/console/fill-big-program.ts', 'bench/console/big-people.ts', 'bench/console/big-history.ts'],
      'bench/scale/world.ts',
    ],
    program: 'bench/console/fill-big-program.ts',
  });
