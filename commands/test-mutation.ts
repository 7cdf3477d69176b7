import fs from 'node:fs';
import path from 'node:path';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { root } from '@/scripts/project.mjs';
import { mutatedFiles, planMutants } from '@/testing/mutation/plan-mutants';
import { report } from '@/testing/mutation/score';
import { tryMutants } from '@/testing/mutation/try-mutants';
import { temporaryDirectory } from '@/testing/run/test-variables';
import { installTools } from '@/testing/tools/install-tools';

const BAR = 80; // percent

const resultFile = path.join(root, 'test-results', 'mutation.json');

/** Tries whether the tests notice small faults. Fails if too few are noticed. */
export default async function testMutation(): Promise<void> {
  const { files } = readArguments(commandLines['test-mutation']).values;
  const only = files?.split(',') ?? [];
  const unknown = only.filter((file) => !mutatedFiles().has(file));
  if (unknown.length > 0)
    throw new WrongArguments(
      `testing/mutation/areas.ts doesn't name ${unknown.join(', ')}.`,
      commandLines['test-mutation'],
    );
  await installTools();
  const plan = await planMutants(only);
  const { scores, survivors, excused } = await step(
    'mutation',
    `trying ${plan.mutants.length} faults`,
    async () => report(plan.mutants, await tryMutants(plan, temporaryDirectory())),
    ({ scores }) => ({
      text: scores
        .map(({ area, percent, killed, tried }) => `${area} ${percent} % (${killed} of ${tried})`)
        .join(', '),
      ok: scores.every(({ percent }) => percent >= BAR),
    }),
  );
  if (survivors.length > 0) console.log(`\nNo test noticed:\n${survivors.join('\n')}`);
  if (excused.length > 0) console.log(`\nLeft out:\n${excused.join('\n')}`);
  fs.mkdirSync(path.dirname(resultFile), { recursive: true });
  fs.writeFileSync(
    resultFile,
    `${JSON.stringify({ at: new Date().toISOString(), scores, survivors, excused }, null, 2)}\n`,
  );
  const low = scores.filter(({ percent }) => percent < BAR).map(({ area }) => area);
  if (low.length > 0) throw new Stop(`Under ${BAR} %: ${low.join(', ')}.`);
}
