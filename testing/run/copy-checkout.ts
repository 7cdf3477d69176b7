import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/scripts/project.mjs';
import { runTool } from '@/scripts/setup/run-tool.mjs';
import { temporaryDirectory } from './test-variables';

/**
 * Copies what git keeps of this checkout, as it is now, and new files that git doesn't ignore: nothing installed,
 * generated or built.
 *
 * @returns the copy's folder, which is removed when this process ends
 * @throws Stop if git can't list the files
 */
export async function copyCheckout(): Promise<string> {
  const list = await runTool(
    'git',
    ['-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { advice: 'The test works on a copy of what git keeps; the lines above say why git cannot list it.' },
  );
  const copy = temporaryDirectory();
  const files = new Set(list.split('\0').filter((file) => file && fs.existsSync(path.join(root, file))));
  for (const file of files) {
    const target = path.join(copy, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.copyFileSync(path.join(root, file), target);
  }
  return copy;
}
