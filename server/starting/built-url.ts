// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/scripts/project.mjs';

/** Goes with the build, wherever that is copied. */
export const urlFile = path.join(root, '.next', 'switchyard-public-url');

/** @returns {string | undefined} the PUBLIC_URL that the built pages name */
export const builtUrl = () => (fs.existsSync(urlFile) ? fs.readFileSync(urlFile, 'utf8') : undefined);
