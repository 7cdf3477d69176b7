// @ts-check
// Keep this file free of newer syntax and imports: an old Node must be able to read it.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** The oldest Node on which all packages run: undici's demand. Before 22.14, better-sqlite3 ends with a segmentation fault. */
export const oldestNode = '22.19';

/** Whether this is a Node that runs the project. */
export const isSupported = major > 22 || (major === 22 && minor >= 19);
