// @ts-check
import { root } from '../project.mjs';

/**
 * What to do about a package that can't be loaded.
 * @param {unknown} error
 * @returns {string | undefined} undefined for any other error
 */
export function loadFailure(error) {
  const { code, message = '' } = /** @type {NodeJS.ErrnoException} */ (error) ?? {};
  const missing = /^Cannot find package '([^']+)'/.exec(message)?.[1];
  if (code === 'ERR_MODULE_NOT_FOUND' && missing)
    return `The package ${missing} isn't installed. Run npm ci --omit=dev in ${root} to serve, or npm ci to build.`;
  if (code === 'ERR_DLOPEN_FAILED')
    return `A package was installed for another Node or another machine than Node ${process.versions.node} on ${process.platform}-${process.arch}. Run npm ci again here, with this Node. (${message.split('\n')[0]})`;
  return undefined;
}
