/** The fields of package.json that are read. */
export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

/** The fields of package-lock.json that are read: packages by their places in the tree, `node_modules/…`. */
export interface Lock {
  packages: Record<string, LockedPackage>;
}
interface LockedPackage {
  name?: string;
  integrity?: string;
  resolved?: string;
  inBundle?: boolean;
  hasInstallScript?: boolean;
  license?: string;
}

/** The folders of the project's package trees: the site's own, the pinned Node, and tools that few people run. */
export const packageTrees = ['', 'scripts/node', 'testing/tools'];

/** Licenses whose terms a site meets that is served and not sold as a copy. */
const knownLicenses = new Set(
  // The last three are of packages that are used unchanged; OFL and CC are of fonts and data.
  `0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 ISC MIT Unlicense WTFPL Zlib
  OFL-1.1 CC-BY-4.0 CC0-1.0 MPL-2.0 EPL-2.0 LGPL-3.0-or-later`.split(/\s+/),
);
/** Packages whose exact license is only in a file, with that license. */
const licensesInFiles = new Map([
  ['node_modules/seq-queue', 'MIT'],
  ['node_modules/parse-cache-control', 'MIT'],
  ['node_modules/duck', 'BSD-2-Clause'],
]);

/** One version, perhaps of a package that has another name here. */
const isExact = (version: string) => /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version);
const isHash = (integrity = '') => /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity);

/** Whether a license's terms are known; of a plain choice, those of one. */
function isKnown(license: string): boolean {
  const names = license.split(/ (?:AND|OR|and|or) |[()]/).filter(Boolean);
  const isChoice = /^\(?[\w.-]+( OR [\w.-]+)+\)?$/i.test(license);
  return names[isChoice ? 'some' : 'every']((name) => knownLicenses.has(name));
}

/**
 * The problems of a folder's packages, found without a network. Each must be exactly the reviewed one, come from the
 * registry, and run install scripts only if package.json allows it. That both files agree is checked by `npm ci`.
 * lockfile-lint asks for addresses, which our lock files leave to the registry that is configured.
 */
export function lockProblems(manifest: Manifest, { packages: { '': _, ...packages } }: Lock): string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const versions = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const isAlias = (place: string, of: string) =>
    versions[place.replace(/^node_modules\//, '')]?.startsWith(`npm:${of}@`) === true;
  const scripts = manifest.allowScripts ?? {};
  return [
    ...Object.entries(versions).flatMap(([name, version]) =>
      isExact(version) ? [] : `${name} ${version} isn't exact.`,
    ),
    ...Object.entries(packages).flatMap(([place, locked]) => {
      const license = licensesInFiles.get(place) ?? locked.license ?? '';
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      // The hash of a package covers the packages inside its archive.
      const archive = locked.inBundle
        ? packages[place.slice(0, place.lastIndexOf('/node_modules/'))]
        : locked;
      return [
        ...(locked.resolved ? [`${place} comes from ${locked.resolved}, not from the registry.`] : []),
        ...(locked.name && !isAlias(place, locked.name)
          ? [`${place} is another package, ${locked.name}.`]
          : []),
        ...(isHash(archive?.integrity) ? [] : [`${place} has no sha512 integrity.`]),
        ...(license !== '' && isKnown(license)
          ? []
          : [`${place} has a license that nobody has looked at: ${license || 'none'}.`]),
        ...(locked.hasInstallScript && !(name in scripts)
          ? [`${name} has an install script, and allowScripts doesn't say whether it may run.`]
          : []),
      ];
    }),
  ];
}
