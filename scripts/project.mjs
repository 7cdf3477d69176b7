// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project folder, absolute. No `new URL('..', import.meta.url)`, in which Next's bundler looks for a module. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Where commands keep state between runs; ignored by git. */
export const runDirectory = path.join(root, 'data', 'run');

/** Where a person typed the command; npm itself starts it in the project folder. */
export const callerFolder = () => process.env.INIT_CWD ?? process.cwd();

/** Whether the output of tools is shown: VERBOSE=1. */
export const isVerbose = () => process.env.VERBOSE?.trim() === '1';

/** A program that the build bundles. @param {string} name without its ending */
export const bundledProgram = (name) => path.join(root, '.next', 'switchyard', `${name}.mjs`);

/** The production server, bundled from server/main.ts. */
export const serverBundle = bundledProgram('main');

/** Commands for an operator, which the build bundles: they also run on a machine that only serves. */
export const operatorCommands = [
  'admin-create',
  'audit-verify',
  'backup',
  'costs',
  'db-copy',
  'emails',
  'restore',
];

/**
 * Whether this folder has a build, but not the packages that make one. That is a copy for serving, which has no lock
 * file, or an installation without development packages.
 */
export function onlyServes() {
  const has = (/** @type {string[]} */ ...names) => fs.existsSync(path.join(root, ...names));
  if (!fs.existsSync(serverBundle)) return false;
  return (
    !has('package-lock.json') || (has('node_modules', '.package-lock.json') && !has('node_modules', 'tsx'))
  );
}
