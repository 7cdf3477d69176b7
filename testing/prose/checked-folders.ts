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
  'lib/format',
  'lib/graphql-client',
  'lib/rules',
  'lib/validation',
  'prisma',
  'scripts',
  'server',
  'testing',
];

/** The rest of the tree. `npm run test:prose` prints them, so that nobody takes them for checked. */
export const uncheckedFolders: string[] = ['lib/engine', 'lib/providers', 'lib/server'];
