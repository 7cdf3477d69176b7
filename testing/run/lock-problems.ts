type Versions = Record<string, string>;

/** package.json, as far as it is checked. */
export interface Manifest {
  dependencies?: Versions;
  devDependencies?: Versions;
  overrides?: Record<string, unknown>;
  allowScripts?: Record<string, boolean>;
}

/** One package of a lock file; the one at '' is the project. */
interface LockedPackage {
  name?: string;
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  inBundle?: boolean;
  hasInstallScript?: boolean;
  license?: string;
  dependencies?: Versions;
  optionalDependencies?: Versions;
  devDependencies?: Versions;
}

/** Packages by their places in the tree, `node_modules/…`. */
type Packages = Record<string, LockedPackage>;

/** package-lock.json. */
export interface Lock {
  lockfileVersion: number;
  packages: Packages;
}

/** The folders of the project's package trees: the site's own, and those of tools that few people run. */
export const packageTrees = [
  '',
  ...['bench/lighthouse', 'bench/workflows/dbos', 'testing/browsers', 'testing/mutation/stryker'],
];

/** Licenses whose terms a site meets that is served and not sold as a copy; others need a review first. */
const knownLicenses = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0'],
  ...['ISC', 'MIT', 'Unlicense', 'WTFPL', 'Zlib'],
  // Fonts and data.
  ...['OFL-1.1', 'CC-BY-4.0', 'CC0-1.0'],
  // Used unchanged: lightningcss and others, the drawing library of Prisma's tools, the libvips of sharp.
  ...['MPL-2.0', 'EPL-2.0', 'LGPL-3.0-or-later'],
]);

/** Packages that name their license, MIT, only in a file. */
const licensedByFile = new Set(['node_modules/seq-queue', 'node_modules/parse-cache-control']);

const exactVersion = /^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/;
const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
/** A package that comes from outside the registry, or is another one than its name says. */
const elsewhere = /^(git|https?:|file:|link:|github:|npm:|workspace:|[\w.-]+\/[\w.-]+)/i;

/**
 * What is wrong with the packages of a folder, as sentences; found without a network. Every package must be exactly the
 * reviewed one, come from the registry, and run install scripts only if package.json names it. lockfile-lint and
 * license-checker check less: no exact versions, allowScripts or aliases, and no packages for other platforms.
 */
export function lockProblems(manifest: Manifest, lock: Lock): string[] {
  if (lock.lockfileVersion !== 3) return [`The lock file has version ${lock.lockfileVersion}, not 3.`];
  const { '': top = {}, ...packages } = lock.packages;
  const vendored = vendoredPlaces(manifest, packages);
  const fetched = Object.entries(packages).filter(([place]) => !vendored.has(place));
  return [
    ...manifestProblems(manifest, top, packages),
    ...fetched.flatMap(([place, locked]) => packageProblems(place, locked, packages)),
    ...scriptProblems(manifest, fetched),
  ];
}

/** The places of overrides that package.json takes from the project's vendor folder: the link and its target. */
function vendoredPlaces({ overrides = {} }: Manifest, packages: Packages): Set<string> {
  const own = Object.entries(overrides).filter(([, spec]) => /^file:\.\/vendor\/[\w-]+$/.test(String(spec)));
  return new Set(
    own.flatMap(([name, spec]) => {
      const place = `node_modules/${name}`;
      const { link, resolved = '' } = packages[place] ?? {};
      return link && resolved.endsWith(String(spec).slice('file:./'.length)) ? [place, resolved] : [];
    }),
  );
}

function manifestProblems(manifest: Manifest, top: LockedPackage, packages: Packages): string[] {
  const problems: string[] = [];
  for (const kind of ['dependencies', 'devDependencies'] as const) {
    const wanted = manifest[kind] ?? {};
    const locked = top[kind] ?? {};
    for (const name of new Set([...Object.keys(wanted), ...Object.keys(locked)])) {
      const version = wanted[name];
      if (version !== undefined && !exactVersion.test(version))
        problems.push(`package.json asks for ${name} ${version}, which is no exact version.`);
      if (version !== locked[name] || packages[`node_modules/${name}`]?.version !== version)
        problems.push(`package.json and the lock file disagree on ${name}.`);
    }
  }
  return problems;
}

function packageProblems(place: string, locked: LockedPackage, packages: Packages): string[] {
  const { name, version = '', integrity, resolved, link, inBundle, license = '' } = locked;
  const problems: string[] = [];
  if (link || resolved !== undefined)
    problems.push(`${place} comes from ${resolved}, not from the registry.`);
  if (name !== undefined && !place.endsWith(`node_modules/${name}`))
    problems.push(`${place} is another package, ${name}.`);
  if (!exactVersion.test(version)) problems.push(`${place} has no exact version.`);
  // The hash of a package covers the packages inside its archive.
  const parent = packages[place.slice(0, place.lastIndexOf('/node_modules/'))];
  if (!sha512.test(integrity ?? '') && !(inBundle && sha512.test(parent?.integrity ?? '')))
    problems.push(`${place} has no sha512 integrity.`);
  for (const [dependency, spec] of Object.entries({ ...locked.dependencies, ...locked.optionalDependencies }))
    if (elsewhere.test(spec)) problems.push(`${place} asks for ${dependency} from ${spec}.`);
  if (license === '' ? !licensedByFile.has(place) : !isKnown(license))
    problems.push(`${place} has a license that nobody has looked at: ${license || 'none'}.`);
  return problems;
}

/** Whether a license's terms are known; of a plain choice, those of one. */
function isKnown(license: string): boolean {
  const names = license.split(/ (?:AND|OR|and|or) |[()]/).filter(Boolean);
  const isChoice = /^\(?[\w.-]+( OR [\w.-]+)+\)?$/i.test(license);
  return isChoice
    ? names.some((name) => knownLicenses.has(name))
    : names.every((name) => knownLicenses.has(name));
}

function scriptProblems({ allowScripts = {} }: Manifest, packages: [string, LockedPackage][]): string[] {
  const decided = new Set(Object.keys(allowScripts));
  const withScripts = new Set(
    packages
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  );
  return [
    ...[...withScripts]
      .filter((name) => !decided.has(name))
      .map((name) => `${name} has an install script, and allowScripts does not say whether it may run.`),
    ...[...decided]
      .filter((name) => !withScripts.has(name))
      .map((name) => `allowScripts names ${name}, which has no install script.`),
  ];
}
