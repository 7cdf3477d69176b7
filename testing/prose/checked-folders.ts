/** Folders whose comments and titles of tests are checked: all that have TypeScript. */
export const checkedFolders: string[] = [
  'app',
  'bench',
  'commands',
  'components',
  'e2e',
  'graphql',
  'lib',
  'prisma',
  'scripts',
  'server',
  'testing',
];
