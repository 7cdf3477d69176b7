import fs from 'node:fs';
import path from 'node:path';
import { runChild } from '@/scripts/console/child.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { root } from '@/scripts/project.mjs';
import type { Fault } from './fault';

/** A copy of the project's sources, in which faults can be planted without touching the sources themselves. */
export interface SourceCopy {
  directory: string;
  /** Plants a fault. @returns takes it out again */
  plant: (fault: Fault) => () => void;
}

/**
 * Copies every file that git knows or would add into a folder, with links to what is installed and generated.
 *
 * @param directory in the project, so that packages are found from it; replaced if it exists
 * @throws Stop if git can't list the files
 */
export async function copySources(directory: string): Promise<SourceCopy> {
  fs.rmSync(directory, { recursive: true, force: true });
  const { code, output } = await runChild('git', ['ls-files', '--cached', '--others', '--exclude-standard']);
  if (code !== 0) throw new Stop('The files of this checkout could not be listed by git.', output);
  for (const file of output.trim().split('\n')) {
    if (!fs.existsSync(path.join(root, file))) continue;
    fs.mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(directory, file));
  }
  for (const installed of ['node_modules', 'prisma/generated'])
    fs.symlinkSync(path.join(root, installed), path.join(directory, installed));
  return { directory, plant: (fault) => plant(directory, fault) };
}

function plant(directory: string, { what, file, from, to }: Fault): () => void {
  const place = path.join(directory, file);
  const source = fs.readFileSync(place, 'utf8');
  const times = source.split(from).length - 1;
  if (times !== 1)
    throw new Stop(
      `The fault "${what}" changes a text that ${file} contains ${times} times. Bring it up to date.`,
    );
  fs.writeFileSync(
    place,
    source.replace(from, () => to),
  );
  return () => fs.writeFileSync(place, source);
}
