// @ts-check
import { knownLicenses, licensedByFile } from './known-licenses';

/**
 * @typedef {Record<string, string>} Versions
 * @typedef {{ dependencies?: Versions, devDependencies?: Versions, overrides?: Record<string, unknown>, allowScripts?: Record<string, boolean> }} Manifest package.json
 * @typedef {{ name?: string, version?: string, integrity?: string, resolved?: string, link?: boolean, inBundle?: boolean, hasInstallScript?: boolean, license?: string, dependencies?: Versions, optionalDependencies?: Versions, devDependencies?: Versions }} Locked
 * @typedef {{ lockfileVersion: number, packages: Record<string, Locked> }} Lock package-lock.json
 */

const exactVersion = /^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/;
const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
/** What is fetched from somewhere else than the registry, or is another package than its name says. */
const elsewhere = /^(git|https?:|file:|link:|github:|npm:|workspace:|[\w.-]+\/[\w.-]+)/i;

/**
 * What is wrong with the packages of a folder, found without a network: whatever is installed must be exactly what was
 * reviewed, from the registry and from nowhere else, and may run scripts only by name.
 *
 * @param {Manifest} manifest
 * @param {Lock} lock
 * @returns {string[]} sentences
 */
export function lockProblems(manifest, lock) {
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

/**
 * The places of overrides that package.json takes from its own vendor folder: the link, and what it points to.
 * @param {Manifest} manifest @param {Record<string, Locked>} packages
 */
function vendoredPlaces({ overrides = {} }, packages) {
  const own = Object.entries(overrides).filter(([, spec]) => /^file:\.\/vendor\/[\w-]+$/.test(String(spec)));
  return new Set(
    own.flatMap(([name, spec]) => {
      const place = `node_modules/${name}`;
      const { link, resolved = '' } = packages[place] ?? {};
      return link && resolved.endsWith(String(spec).slice('file:./'.length)) ? [place, resolved] : [];
    }),
  );
}

/** @param {Manifest} manifest @param {Locked} top @param {Record<string, Locked>} packages */
function manifestProblems(manifest, top, packages) {
  const problems = [];
  for (const kind of /** @type {const} */ (['dependencies', 'devDependencies'])) {
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

/** @param {string} place in the tree, `node_modules/…` @param {Locked} locked @param {Record<string, Locked>} packages */
function packageProblems(place, locked, packages) {
  const { name, version = '', integrity, resolved, link, inBundle, license = '' } = locked;
  const problems = [];
  if (link || resolved !== undefined)
    problems.push(`${place} comes from ${resolved}, not from the registry.`);
  if (name !== undefined && !place.endsWith(`node_modules/${name}`))
    problems.push(`${place} is another package, ${name}.`);
  if (!exactVersion.test(version)) problems.push(`${place} has no exact version.`);
  // What comes inside another package's archive is covered by that one's hash.
  const parent = packages[place.slice(0, place.lastIndexOf('/node_modules/'))];
  if (!sha512.test(integrity ?? '') && !(inBundle && sha512.test(parent?.integrity ?? '')))
    problems.push(`${place} has no sha512 integrity.`);
  for (const [dependency, spec] of Object.entries({ ...locked.dependencies, ...locked.optionalDependencies }))
    if (elsewhere.test(spec)) problems.push(`${place} asks for ${dependency} from ${spec}.`);
  const unknown = license
    .split(/ (?:AND|OR|and|or) |[()]/)
    .filter((name) => name && !knownLicenses.has(name));
  if ((license === '' && !licensedByFile.has(place)) || unknown.length > 0)
    problems.push(`${place} has a license that nobody has looked at: ${license || 'none'}.`);
  return problems;
}

/** @param {Manifest} manifest @param {[string, Locked][]} packages */
function scriptProblems({ allowScripts = {} }, packages) {
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
