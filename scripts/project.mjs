// @ts-check
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseFile as realDatabaseFile } from '../lib/config/database-file.mjs';
import { readEnvironment } from '../lib/config/environment.mjs';
import { Stop } from './console/stop.mjs';

/** The project folder, absolute. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Where commands keep what they must remember between runs; ignored by git. */
export const runDirectory = path.join(root, 'data', 'run');

/**
 * The configuration of this process.
 * @throws {Stop} naming every wrong variable
 */
export function projectEnvironment() {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    throw new Stop(/** @type {Error} */ (error).message);
  }
}

/**
 * @param {string} databaseUrl `file:…`
 * @returns {string} the real path of the file, absolute; a relative one counts from the project folder
 */
export const databaseFile = (databaseUrl) => realDatabaseFile(databaseUrl, root);
