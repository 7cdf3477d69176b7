import fs from 'node:fs';
import path from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { fontFiles } from '@/lib/config/pdf-fonts';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { root, serverBundle } from '@/scripts/project.mjs';
import { makeFolder } from '@/scripts/setup/make-folder.mjs';

/** Files that are read by path while the site is served, in addition to the programs and their imports. */
const read = [
  ...['package.json', '.env.example', 'CHANGELOG.md', 'prisma/migrations', 'public', 'scripts'],
  // Pages that aren't prerendered.
  ...['content', 'graphql/schema.graphql', 'graphql/access.json'],
  // The schema engine is loaded by its path. Of Next, even a production server looks for files of the compiler.
  ...['node_modules/@prisma/schema-engine-wasm', 'node_modules/next'],
  ...fontFiles.map((file) => `node_modules/${file}`),
];
const unread = [
  // The next build, a type checker, and a debugger of Next's own bundles do.
  /^\.next\/(cache|dev|diagnostics|types|trace[^/]*|turbopack)(\/|$)/,
  /^\.next\/server\/.*\.map$/,
  /\.test\.ts$/,
  // Development, type checkers, and bundlers do.
  /^node_modules\/next\/dist\/(docs|esm|compiled\/next-server\/.*\.dev\.js$)/,
  /^node_modules\/.*\.(map|d\.[cm]?ts)$/,
  // next.config.ts has Next resize no images.
  /^node_modules\/(@img|sharp)\//,
  // Only browsers draw PDF files, with the library from the build.
  /^node_modules\/(@napi-rs\/canvas[^/]*|pdfjs-dist)\//,
];

/**
 * Copies everything that serving the site and the commands of operators need, and nothing that installs or builds. That
 * is the build, and the files of packages that it imports.
 *
 * @param folder absolute; missing or empty
 * @throws Stop if it contains anything, or is part of the checkout
 */
export async function copyServed(folder: string): Promise<void> {
  const inside = path.relative(root, folder);
  if (!inside.startsWith('..') && !inside.startsWith(`data${path.sep}`))
    throw new Stop(
      `The folder ${folder} is part of the checkout. Name one outside it, or in its data folder.`,
    );
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0)
    throw new Stop(`The folder ${folder} isn't empty. Name one that is missing or empty.`);
  await step(
    'copy',
    'copying what serving needs',
    async () => {
      // Tracing also takes files of ours for read whose paths are computed.
      const imported = [...(await importedFiles()), ...filesOfNext()].filter((file) =>
        file.startsWith('node_modules/'),
      );
      const files = new Set([...[...read, '.next'].flatMap(filesAt), ...imported]);
      const kept = [...files].filter((file) => !unread.some((pattern) => pattern.test(file)));
      return kept.reduce((bytes, file) => bytes + copy(file, folder), 0);
    },
    (bytes) => ({ text: `${folder}: ${(bytes / 1e6).toFixed(0)} MB` }),
  );
}

/** The files at a place of the project, relative to it. Links count as files. */
function filesAt(place: string): string[] {
  if (!fs.lstatSync(path.join(root, place)).isDirectory()) return [place];
  return fs.readdirSync(path.join(root, place)).flatMap((name) => filesAt(`${place}/${name}`));
}

/** The files of packages that the bundled programs import. */
async function importedFiles(): Promise<Iterable<string>> {
  const bundles = fs.globSync(path.join(path.dirname(serverBundle), '*.mjs'));
  const { fileList } = await nodeFileTrace(bundles, {
    base: root,
    processCwd: root,
    // Of Next, everything is copied; tracing it takes a minute.
    ignore: (file) => /^node_modules\/next\/(?!package\.json)/.test(file),
  });
  return fileList;
}

/** The files that Next's server and its pages read, as Next documents it: the build has a list next to each entry. */
function* filesOfNext(): Generator<string> {
  const lists = fs.globSync(path.join(root, '.next', '{next-server.js.nft.json,server/**/*.nft.json}'));
  for (const list of lists) {
    const { files }: { files: string[] } = JSON.parse(fs.readFileSync(list, 'utf8'));
    for (const file of files) yield path.relative(root, path.resolve(path.dirname(list), file));
  }
}

/** @returns its bytes; none for a link, which is copied as one, and for a folder, whose files are listed too */
function copy(file: string, folder: string): number {
  const source = path.join(root, file);
  const target = path.join(folder, file);
  const entry = fs.lstatSync(source);
  if (entry.isDirectory()) return 0;
  makeFolder(path.dirname(target), 0o755);
  if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
  else {
    fs.copyFileSync(source, target);
    // Another user serves it, whatever the umask of this one.
    fs.chmodSync(target, entry.mode & 0o100 ? 0o755 : 0o644);
  }
  return entry.isFile() ? entry.size : 0;
}
