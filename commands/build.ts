import path from 'node:path';
import { setUpBuild } from '@/commands/set-up/set-up-server';
import { readArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { callerFolder } from '@/scripts/project.mjs';

/** Builds the site and serves nothing: for an image, or a build that other machines serve. */
export default async function build(): Promise<void> {
  const { out } = readArguments(commandLines.build).values;
  await setUpBuild();
  if (out === undefined) return;
  const { copyServed } = await import('@/commands/set-up/copy-served');
  await copyServed(path.resolve(callerFolder(), out));
}
