/** Folders whose comments and titles of tests are checked. A folder moves up here once all its findings are mended. */
export const checkedFolders: string[] = [
  'app',
  'bench',
  'commands',
  'components',
  'e2e',
  'graphql',
  'lib/config',
  'lib/content',
  'lib/engine',
  'lib/format',
  'lib/graphql-client',
  'lib/providers',
  'lib/rules',
  'lib/server',
  'lib/validation',
  'prisma',
  'scripts',
  'server',
  'testing',
];

/** Parts of checked folders with open findings. `npm run test:prose` prints them, so that nobody takes them for checked. */
export const uncheckedFolders: string[] = [
  'lib/engine/postprocessors',
  'lib/server/files',
  'lib/server/webhooks',
];
