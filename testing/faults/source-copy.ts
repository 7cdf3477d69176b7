import fs from 'node:fs';
import path from 'node:path';
import { Stop } from '@/scripts/console/stop.mjs';
import { root } from '@/scripts/project.mjs';
import { copyCheckout } from '@/testing/run/copy-checkout';
import { type Fault, occurrences } from './fault';

/** A copy of the project's sources, in which faults can be planted without touching the sources themselves. */
export interface SourceCopy {
  directory: string;
  /** Plants a fault. @returns takes it out again @throws Stop if the fault is outdated */
  plant: (fault: Fault) => () => void;
}

/**
 * Copies the checkout, with links to what is installed and generated. The copy is removed when this process ends.
 *
 * @throws Stop if git can't list the files
 */
export async function copySources(): Promise<SourceCopy> {
  const directory = await copyCheckout();
  fs.symlinkSync(path.join(root, 'prisma/generated'), path.join(directory, 'prisma/generated'));
  linkPackages(path.join(root, 'node_modules'), path.join(directory, 'node_modules'));
  return { directory, plant: (fault) => plant(directory, fault) };
}

/** One link for each package, not one for all: Vite keeps what it has prepared beside them. */
function linkPackages(from: string, to: string): void {
  fs.mkdirSync(to);
  for (const name of fs.readdirSync(from)) {
    if (name.startsWith('.') && name !== '.bin') continue;
    // Vite serves the files of linked packages only as modules, which fonts are not.
    if (name === '@fontsource-variable')
      fs.cpSync(path.join(from, name), path.join(to, name), { recursive: true });
    else fs.symlinkSync(path.join(from, name), path.join(to, name));
  }
}

function plant(directory: string, fault: Fault): () => void {
  const place = path.join(directory, fault.file);
  const source = fs.readFileSync(place, 'utf8');
  const times = occurrences(fault, source);
  if (times !== 1)
    throw new Stop(
      `The fault "${fault.what}" changes a text that ${fault.file} contains ${times} times. Bring it up to date.`,
    );
  fs.writeFileSync(
    place,
    source.replace(fault.from, () => fault.to),
  );
  return () => fs.writeFileSync(place, source);
}
