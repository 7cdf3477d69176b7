import { runChild } from '@/scripts/console/child.mjs';
import { step } from '@/scripts/console/step.mjs';
import { onPath } from './installed-programs';

/**
 * Installs packages with apt-get, if this machine has it and this user may.
 * @param name of the step, one word
 * @param what the packages bring, for people
 */
export async function installDebianPackages(name: string, what: string, packages: string[]): Promise<void> {
  if (process.getuid?.() !== 0 || !onPath(['apt-get'])) return;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', ...packages];
  const fetchAndInstall = async () => {
    const installed = await runChild('apt-get', install, { env });
    if (installed.code === 0) return true;
    await runChild('apt-get', ['update'], { env });
    return (await runChild('apt-get', install, { env })).code === 0;
  };
  await step(name, `installing ${what} with apt-get`, fetchAndInstall, (ok) => ({
    ok,
    text: ok ? `${what} installed with apt-get` : `apt-get couldn't install ${what}`,
  }));
}
