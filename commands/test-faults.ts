import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { lastLines } from '@/scripts/console/child.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { probePort } from '@/server/http/connections/listen';
import type { Fault } from '@/testing/faults/fault';
import { faults } from '@/testing/faults/faults';
import { projectsOf, runTestFiles } from '@/testing/faults/run-test-files';
import { copySources, type SourceCopy } from '@/testing/faults/source-copy';
import { requireChromium } from '@/testing/run/chromium';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';

type Variables = Record<string, string>;

/**
 * Tries whether each deliberate fault turns the test file red that is to notice it. The last line is
 * `N passed, N failed`.
 */
export default async function testFaults(): Promise<void> {
  const { only = '' } = readArguments(commandLines['test-faults']).values;
  const chosen = faults.filter(({ what }) => what.includes(only));
  if (chosen.length === 0)
    throw new WrongArguments(`No fault is described with "${only}".`, commandLines['test-faults']);
  const env = await variables(chosen);
  const copy = await copySources();
  await requireGreen(copy, chosen, env);
  let noticed = 0;
  for (const fault of chosen) if (await isNoticed(copy, fault, env)) noticed += 1;
  const missed = chosen.length - noticed;
  console.log(`${noticed} passed, ${missed} failed`);
  process.exitCode = missed > 0 ? 1 : 0;
}

async function variables(chosen: Fault[]): Promise<Variables> {
  const env = testVariables(temporaryDirectory(), await probePort({ host: '127.0.0.1', port: 0 }));
  if (!chosen.some(({ noticedBy }) => noticedBy.endsWith('.screen.test.ts'))) return env;
  return { ...env, CHROMIUM_PATH: await requireChromium(projectEnvironment().chromiumPath) };
}

/** @throws Stop if the tests fail without any fault, which would then prove nothing */
async function requireGreen({ directory }: SourceCopy, chosen: Fault[], env: Variables): Promise<void> {
  const kinds = new Set(chosen.map(({ noticedBy }) => projectsOf(noticedBy)));
  for (const kind of kinds) {
    const { ok, output } = await step(
      'faults',
      'running the tests without a fault',
      () =>
        runTestFiles(
          directory,
          chosen.filter(({ noticedBy }) => projectsOf(noticedBy) === kind),
          env,
        ),
      ({ ok, passed }) => ({ ok, text: `without a fault, ${passed} tests pass` }),
    );
    if (ok) continue;
    console.log('0 passed, 1 failed');
    throw new Stop('The tests fail without any fault. Make them pass first.', lastLines(output));
  }
}

async function isNoticed({ directory, plant }: SourceCopy, fault: Fault, env: Variables): Promise<boolean> {
  const takeOut = plant(fault);
  const { failedTest, output } = await step(
    'fault',
    fault.what,
    () => runTestFiles(directory, [fault], env),
    ({ failedTest }) => ({
      ok: failedTest !== undefined,
      text: `${fault.what}: ${failedTest === undefined ? 'NOT noticed' : 'noticed'} by ${fault.noticedBy}${failedTest === undefined ? '' : `: ${failedTest}`}`,
    }),
  ).finally(takeOut);
  if (failedTest !== undefined) return true;
  console.error(`\n${lastLines(output)}\n`);
  return false;
}
