import { acceptArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import type { CommandName, HostedCommand, HostedResult } from './command-host';

// Runs commands of commands/ one after another (testing/command-host.ts starts it): each message is a HostedCommand,
// each reply a HostedResult. It reports what scripts/run.mjs would print and exit with.

const ownVariables = { ...process.env };

process.on('message', async (command: HostedCommand) => process.send?.(await run(command)));

async function run({ name, args, env }: HostedCommand): Promise<HostedResult> {
  process.env = { ...ownVariables, ...env };
  process.argv = [process.execPath, 'scripts/run.mjs', ...args];
  process.exitCode = undefined;
  const out = capture(process.stdout);
  const error = capture(process.stderr);
  try {
    const code = (await failureOf(name)) ?? Number(process.exitCode ?? 0);
    return { out: out.end(), error: error.end(), code };
  } finally {
    out.end();
    error.end();
  }
}

/** @returns the exit code of a command that throws, once what was thrown is printed */
async function failureOf(name: CommandName): Promise<number | null> {
  try {
    if (!acceptArguments(commandLines[name])) return null;
    const { default: command } = await import(`@/commands/${name}`);
    await command();
    return null;
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error);
    if (error instanceof WrongArguments) console.error(error.usage);
    return error instanceof WrongArguments ? 2 : 1;
  }
}

/** Keeps what is written to a stream, until `end` returns it and gives the stream back. */
function capture(stream: NodeJS.WriteStream) {
  const { write } = stream;
  let text = '';
  stream.write = (chunk: string | Uint8Array) => {
    text += chunk.toString();
    return true;
  };
  return {
    end: () => {
      stream.write = write;
      return text;
    },
  };
}
