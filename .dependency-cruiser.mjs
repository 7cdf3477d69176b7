// What may import what, types included (docs/design.md, "Layout"). Run by `npm run check` and `npm test`;
// testing/run/import-rules.test.ts breaks each rule.

const test = '\\.test\\.tsx?$';
const spec = '\\.spec\\.ts$';

/** Files of a list with spaces: folders, and paths without their ending. */
const within = (places) => `^(?:${places.trim().split(/\s+/).join('|')})(?:/|\\.m?[jt]sx?$)`;

/** Packages of a list with spaces. */
const packages = (names) => `(?:^|/)node_modules/(?:${names.trim().split(/\s+/).join('|')})/`;

/** The folders of lib that also run in a browser, and the files among them that don't. */
const browserLib = 'lib/config lib/format lib/graphql-client lib/rules lib/validation';
const readsMachine = within('lib/config/environment lib/config/variable-types lib/config/database-url');
const inBrowsers = within(`components ${browserLib}`);

const serverLib = 'lib/config lib/engine lib/providers lib/rules lib/server lib/validation';
const serverScripts =
  'scripts/console/stop scripts/project scripts/setup/make-folder scripts/setup/running-process';

/** What each tree imports of the project's own files. Tests may import more. */
const trees = {
  // A page picks a screen. From the server it needs its own address and the settings of its forms.
  'app(?!/(?:api|v1)/)': `app components ${browserLib} lib/content lib/server/runtime/environment
    lib/server/email/email-settings`,
  // Under next dev and next start, the routes and the instrumentation hook take the place of server/.
  'app/api app/v1 instrumentation': 'app/api app/v1 graphql lib',
  // The types of the API come from the printed schema, through lib/graphql-client.
  components: `components ${browserLib} lib/content`,
  // The parts of every screen know no domain. The frames around them know who is signed in.
  'components/charts components/ui': `components/charts components/ui ${browserLib}`,
  'components/layout': `components/auth components/charts components/layout components/ui ${browserLib}`,
  graphql: 'graphql lib/config lib/rules lib/server lib/validation lib/format/number prisma/generated',
  server: `server graphql ${serverLib} prisma/seed ${serverScripts} scripts/console next\\.config`,
  'lib/config': 'lib/config',
  'lib/rules': 'lib/config lib/rules lib/format/date',
  'lib/format': 'lib/config lib/format lib/rules',
  'lib/validation': 'lib/config lib/rules lib/validation',
  'lib/graphql-client': browserLib,
  'lib/content': 'lib/config lib/content lib/format lib/rules lib/validation',
  'lib/server': `${serverLib} lib/format/number prisma/generated ${serverScripts}`,
  // Stores, clocks and providers come through the engine's ports.
  'lib/engine': 'lib/config lib/engine lib/rules lib/format/number',
  'lib/providers': 'lib/config lib/engine lib/providers',
  // An operator works with the functions of the server. Of the API, a command only prints the schema.
  commands: `commands bench scripts server testing lib/config lib/format lib/rules lib/server lib/validation
    graphql/schema prisma/generated`,
  // Demo data is written by the functions that write real data.
  prisma: `prisma ${serverLib}`,
  'testing(?!/screens/)': 'commands graphql lib prisma scripts server testing vitest\\.config',
  'testing/screens': 'app components graphql lib prisma testing',
  bench: 'bench commands/set-up components graphql lib prisma scripts server testing',
  // The site is measured against the floor, so the floor contains none of it.
  'bench/floor': 'bench/floor',
  e2e: 'components e2e lib testing',
  // Scripts run before anything is installed or built, and tools read their configuration then.
  scripts: 'scripts',
  '(?!instrumentation)[^/]+(?!/)': 'lib/config scripts testing/run testing/screens/forward-to-api',
};

/** The folders of lib/engine: each may import those before it. The files beside them are shared, or join the parts. */
const engineFolders =
  `models expressions replies preprocessors routing calls tasks postprocessors run planning bulk
  drill`.split(/\s+/);

const screenPackages = packages('next react react-dom urql');
const graphqlPackages = packages('@pothos graphql graphql-yoga');
const databasePackages = packages('@prisma better-sqlite3');
const serverPackages = packages(
  '@escape.tech @node-rs @pothos @prisma better-sqlite3 graphql-yoga pino prom-client rate-limiter-flexible',
);
/** They parse and check: no network, no files, no timers. */
const computingPackages = packages(
  `@babel/parser @cfworker/json-schema @lezer/[a-z]+ @marcbachmann/cel-js @types/(?:hast|mdast)
  @typescript-eslint/(?:scope-manager|visitor-keys) csv-parse csv-stringify decode-named-character-reference diff eslint
  fast-xml-parser fflate gpt-tokenizer hast-util-[a-z0-9-]+ jsonrepair liquidjs marked mdast-util-[a-z-]+ parse5 prettier
  re2js remark-stringify saxen tinyld unified yaml zod`,
);
const asValue = { dependencyTypesNot: ['type-only'] };

/** What Node, Next or a tool starts by its path, so that nothing imports it. */
const started = [
  '^[^/]+\\.m?[jt]s$',
  '^app/.*(error|layout|manifest|not-found|page|robots|route|sitemap)\\.tsx?$',
  '^server/main\\.ts$',
  '^(commands|scripts)/[^/]+$',
  '-program\\.ts$',
];
const startedByTests = [
  test,
  spec,
  '^bench/floor/',
  '^testing/(bump-plan|database-templates|bundled-programs/[a-z-]+)\\.ts$',
  '^testing/screens/(next/[a-z]+|serve-api|set-up)\\.tsx?$',
  '^testing/mutation/mutation-runner\\.ts$',
];
const notOurs = ['(^|/)node_modules/', '^prisma/generated/', '\\.d\\.ts$'];

/** By their names: a dependency from the first that matches the second is an error. */
const rules = {
  // The tests of lib may use Node's modules.
  'no-node-in-browsers': [
    { path: ['^components/', `${within(browserLib)}(?!.*\\.test\\.)`], pathNot: readsMachine },
    { dependencyTypes: ['core'] },
  ],
  // They break a bundle for browsers, or double its size.
  'no-server-packages-in-browsers': [
    { path: ['^app/(?!(?:api|v1)/)', '^lib/content/', inBrowsers] },
    { path: serverPackages },
  ],
  // In lib/validation, zod is set to keep to the pages' policy.
  'zod-for-browsers': [
    { path: inBrowsers, pathNot: ['^lib/validation/', readsMachine, test] },
    { path: packages('zod'), ...asValue },
  ],
  // The server imports these folders too, and renders nothing.
  'shared-without-framework': [
    { path: within('lib/config lib/format lib/rules lib/validation') },
    { path: screenPackages, ...asValue },
  ],
  // Without a receiver of traces, the server has the memory that they take for other things.
  'opentelemetry-in-one-file': [
    { path: '^[^/]+/', pathNot: '^lib/server/traces/send-spans\\.ts$' },
    { path: packages('@opentelemetry') },
  ],
  'opentelemetry-when-needed': [
    { path: '^[^/]+/', pathNot: test },
    { path: '^lib/server/traces/send-spans\\.ts$', dynamic: false, ...asValue },
  ],
  'api-without-screens': [{ path: '^graphql/' }, { path: screenPackages }],
  'lib-server-without-frameworks': [{ path: '^lib/server/' }, { path: [screenPackages, graphqlPackages] }],
  // Changing the client changes one folder.
  'prisma-in-one-folder': [
    { path: '^[^/]+/', pathNot: ['^lib/server/database/', test] },
    { path: packages('@prisma') },
  ],
  'api-without-database': [
    { path: within('app graphql instrumentation'), pathNot: test },
    { path: databasePackages },
  ],
  // The writer of PDFs loads a compiler and reads fonts, in a process of its own.
  'engine-without-packages': [
    { path: '^lib/engine/', pathNot: [test, '^lib/engine/postprocessors/pdf/'] },
    // Node's crypto only computes digests there.
    { path: '(^|/)[^/]+$', dependencyTypesNot: ['local'], pathNot: [computingPackages, '^(node:)?crypto$'] },
  ],
  // Scripts install the packages. Once tsx is installed, run.mjs registers it.
  'scripts-before-packages': [
    { path: '^scripts/', pathNot: test },
    { path: 'node_modules/', pathNot: packages('@types/node tsx') },
  ],
  // What both consoles show is one folder up.
  'consoles-apart': [
    { path: '^components/[^/]+/(?:(admin|developer)/)?', pathNot: test },
    { path: '^components/[^/]+/(admin|developer)/', pathNot: '^components/[^/]+/$1/' },
  ],
  // Docs, posts and legal texts are read when the site is built; the consoles read no files.
  'content-on-its-pages': [
    { path: '^components/(?!(?:content|site)/)', pathNot: test },
    { path: '^lib/content/' },
  ],
  'no-machine-in-browsers': [{ path: inBrowsers, pathNot: [readsMachine, test] }, { path: readsMachine }],
  // The API may name the types of rows, and recognize that the database is unavailable.
  'database-behind-lib-server': [
    { path: '^graphql/', pathNot: test },
    {
      path: within('prisma/generated lib/server/database'),
      pathNot: within('lib/server/database/database-failure'),
      ...asValue,
    },
  ],
  // Only opening and migrating a database, and reading the environment, stop with a sentence for the operator.
  'lib-server-without-scripts': [
    { path: '^lib/server/(?!(?:database|runtime|starting)/)', pathNot: test },
    { path: '^scripts/' },
  ],
  // A process opens everything once, at its start.
  'starting-last': [{ path: '^lib/server/(?!starting/)', pathNot: test }, { path: '^lib/server/starting/' }],
  // What stores rows knows neither their rules nor the process. Beside the folders are errors and ids.
  'database-without-domains': [
    { path: '^lib/server/database/', pathNot: test },
    { path: '^lib/server/(?!(?:database|logging)/)[^/]+/' },
  ],
  // A caller is recognized before any record is read.
  'auth-without-domains': [
    { path: '^lib/server/auth/', pathNot: test },
    { path: '^lib/server/(?!(?:audit|auth|database|logging|rate-limit|runtime)/)[^/]+/' },
  ],
  // It counts calls of whatever caller it is told.
  'rate-limit-without-domains': [
    { path: '^lib/server/rate-limit/', pathNot: test },
    { path: '^lib/server/(?!(?:database|logging|rate-limit)/)[^/]+/' },
  ],
  // An account is made of users, a plan and usage, which know it by its id.
  'account-after-domains': [
    { path: '^lib/server/(?!(?:account|starting)/)', pathNot: test },
    { path: '^lib/server/account/' },
  ],
  // Whoever loses a right loses the jobs, not the operations on them.
  'users-without-workflows': [
    { path: '^lib/server/(?:api-keys|users)/', pathNot: test },
    { path: '^lib/server/workflows/' },
  ],
  // A workflow's job reads files and is counted. Bulk runs, batches, approvals and callbacks are about jobs.
  'jobs-without-users-of-jobs': [
    { path: '^lib/server/(files|usage|workflows)/', pathNot: test },
    { path: '^lib/server/(?:approvals|batches|webhooks|workflows)/', pathNot: '^lib/server/$1/' },
  ],
  'workflows-without-bulk-runs': [
    { path: '^lib/server/workflows/', pathNot: test },
    { path: '^lib/server/bulk/' },
  ],
  // A server fills its database only while it starts.
  'seed-at-the-start': [{ path: '^server/(?!starting/)', pathNot: test }, { path: '^prisma/' }],
  // The test of a screen knows the server by its printed schema only, as the screen does.
  'tests-of-screens': [
    { path: `^(components|lib/(format|graphql-client|rules|validation))/.*${test}` },
    { path: within('bench commands e2e graphql lib/engine lib/server prisma scripts server') },
  ],
  // Nothing imports a flow, and only the commands that measure the site start the bench.
  'tools-apart': [
    { pathNot: within('bench e2e commands/bench commands/lighthouse commands/pictures commands/record') },
    { path: '^(bench|e2e)/' },
  ],
  'tests-apart': [{}, { path: [test, spec] }],
  // The commands that serve customers need nothing that tests share.
  'commands-without-testing': [
    {
      path: '^commands/',
      pathNot: [test, '^commands/(check|fuzz|lighthouse|pictures|record|test|test-[a-z]+)\\.ts$'],
    },
    { path: '^testing/' },
  ],
  // A file can move. Scripts and the floor have no alias.
  'across-folders-by-alias': [
    { path: '^(?!(?:app|bench/floor|scripts)/)(.+/)[^/]+$' },
    { dependencyTypes: ['local'], dependencyTypesNot: ['aliased'], pathNot: '^$1' },
  ],
  // The same in app, where the folder's own name decides: whole paths there contain brackets.
  'across-routes-by-alias': [
    { path: '^app/.*?([^/]+)/[^/]+$' },
    { dependencyTypes: ['local'], dependencyTypesNot: ['aliased'], pathNot: '/$1/[^/]+$' },
  ],
  'no-circle': [{}, { circular: true }],
  'no-unknown-file': [{}, { couldNotResolve: true }],
  // A package that came with another can leave with it. If only its types are used, the type check notices.
  'no-undeclared-package': [{}, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], ...asValue }],
  // Neither a program nor a test reaches the file.
  'no-dead-file': [
    { path: [...started, ...startedByTests] },
    {
      path: '^(app|bench|commands|components|e2e|graphql|lib|prisma|scripts|server|testing)/',
      pathNot: [...started, ...startedByTests, ...notOurs],
      reachable: false,
    },
  ],
  // What only tests use belongs in testing/.
  'no-file-for-tests-alone': [
    { path: started },
    {
      path: '^(app|commands|components|graphql|lib|prisma|scripts|server)/',
      pathNot: [...started, test, ...notOurs],
      reachable: false,
    },
  ],
};

const forbid = (name, [from, to], comment = '') => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(trees).map(([tree, may]) =>
      forbid(
        tree,
        [
          { path: within(tree), pathNot: test },
          { dependencyTypes: ['local'], pathNot: within(may) },
        ],
        `It may import ${may}`,
      ),
    ),
    ...engineFolders.slice(0, -1).map((folder, index) => {
      const later = engineFolders.slice(index + 1).map((name) => `lib/engine/${name}`);
      return forbid(`lib/engine/${folder}`, [
        { path: within(`lib/engine/${folder}`), pathNot: test },
        { path: within(later.join(' ')) },
      ]);
    }),
    ...Object.entries(rules).map(([name, fromTo]) => forbid(name, fromTo)),
  ],
  options: {
    tsPreCompilationDeps: true,
    // The folders with lock files of their own use the project's packages too.
    combinedDependencies: true,
    detectJSDocImports: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: ['(^|/)node_modules/', '^prisma/generated/'] },
    exclude: { path: ['(^|/)\\.next/', '^(\\.git|data|test-results)/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
