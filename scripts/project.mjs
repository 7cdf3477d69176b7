// @ts-check
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

/** The production server, as the build bundles it from server/main.ts. */
export const serverBundle = path.join(root, '.next', 'switchyard', 'main.mjs');
