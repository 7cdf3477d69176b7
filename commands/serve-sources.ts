import { readArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { main } from '@/server/main';

/** Serves the build with the server's sources instead of the bundle; --migrate migrates the database first. */
export default async function serveSources(): Promise<void> {
  await main(readArguments(commandLines['serve-sources']).values);
}
