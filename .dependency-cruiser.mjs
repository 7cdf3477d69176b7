// What may import what, types included (docs/design.md, "Layout"). Run by `npm run check` and `npm test`.
// testing/run/import-walls.test.ts plants imports against each rule, and fails for a rule that nothing proves.

const test = '\\.test\\.tsx?$';
const spec = '\\.spec\\.ts$';

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
  '^testing/(bump-plan|database-templates)\\.ts$',
  '^testing/screens/(next/[a-z]+|serve-api|set-up)\\.tsx?$',
  '^testing/mutation/mutation-runner\\.ts$',
];
const notOurs = ['(^|/)node_modules/', '^prisma/generated/', '\\.d\\.ts$'];

/** The folders of lib that also run in a browser, and the two files among them that don't. */
const browserLib = '^lib/(config|format|graphql-client|rules|validation)/';
const readsMachine = '^lib/config/(environment|database-file)\\.ts$';

const databasePackages = 'node_modules/(@prisma|better-sqlite3)/';
const graphqlPackages = 'node_modules/(@pothos|graphql|graphql-yoga)/';
const screenPackages = 'node_modules/(next|react|react-dom|urql)/';
const serverPackages =
  'node_modules/(@escape\\.tech|@node-rs|@pothos|@prisma|better-sqlite3|graphql-yoga|pino|prom-client|rate-limiter-flexible)/';

/** Packages that parse and check: no network, no files, no timers. */
const computingPackages =
  'node_modules/(@babel/parser|@cfworker/json-schema|@lezer/[a-z]+|@marcbachmann/cel-js|csv-parse|csv-stringify|fast-xml-parser|gpt-tokenizer|jsonrepair|liquidjs|prettier|re2js|tinyld|yaml|zod)/';

/** A dependency from the first that matches the second is an error. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Of the project's own files, those under the path import only what they may. Their tests may import more. */
const tree = (name, comment, path, may) =>
  rule(name, comment, { path, pathNot: test }, { dependencyTypes: ['local'], pathNot: may });

const trees = [
  tree(
    'pages',
    'A page picks a screen. From the server it needs its own address and the settings of its forms, nothing else.',
    '^app/(?!api/)',
    [
      '^(app|components)/',
      browserLib,
      '^lib/content/',
      '^lib/server/(runtime/environment|email/email-settings)\\.ts$',
    ],
  ),
  tree(
    'routes',
    'Under next dev and next start, the routes and the instrumentation hook take the place of server/.',
    '^(app/api/|instrumentation\\.ts$)',
    ['^(app/api|graphql|lib)/'],
  ),
  tree(
    'screens',
    'Screens run in browsers. The types of the API come from the printed schema, through lib/graphql-client.',
    '^components/',
    ['^components/', browserLib, '^lib/content/'],
  ),
  tree('plain-components', 'The parts of every screen know no domain.', '^components/(charts|ui)/', [
    '^components/(charts|ui)/',
    browserLib,
  ]),
  tree(
    'frames',
    'The frames around site and consoles know who is signed in, but no other domain.',
    '^components/layout/',
    ['^components/(auth|charts|layout|ui)/', browserLib],
  ),
  tree('api', 'graphql defines what the API offers and to whom. lib/server does the work.', '^graphql/', [
    '^graphql/',
    '^lib/(config|rules|server|validation)/',
    '^lib/format/bytes\\.ts$',
    '^prisma/generated/',
  ]),
  tree('server', 'server/ accepts requests and starts the runtime; it renders nothing itself.', '^server/', [
    '^(graphql|server)/',
    '^lib/(config|engine|providers|rules|server|validation)/',
    '^prisma/seed\\.ts$',
    '^scripts/(console/[^/]+|project|setup/(make-folder|running-process))\\.mjs$',
  ]),
  tree('configuration', 'Plans, limits and names are plain data that every tree can read.', '^lib/config/', [
    '^lib/config/',
  ]),
  tree(
    'rules',
    'Page and server share these rules. Only dates in their sentences are formatted.',
    '^lib/rules/',
    ['^lib/(config|rules)/', '^lib/format/(date|relative)\\.ts$'],
  ),
  tree('format', 'Formatting knows days and countries, but no screens.', '^lib/format/', [
    '^lib/(config|format|rules)/',
  ]),
  tree(
    'validation',
    'Forms and server accept the same input. A country may be entered by its formatted name.',
    '^lib/validation/',
    ['^lib/(config|rules|validation)/', '^lib/format/country\\.ts$'],
  ),
  tree('api-client', "The browser's side of the API.", '^lib/graphql-client/', browserLib),
  tree(
    'content',
    'Reads the content folder when the site is built. It knows neither the server nor screens.',
    '^lib/content/',
    '^lib/(config|content|format|rules|validation)/',
  ),
  tree(
    'server-functions',
    'lib/server holds the rules and the writes. It knows nothing of protocols and screens.',
    '^lib/server/',
    [
      '^lib/(config|engine|providers|rules|server|validation)/',
      '^lib/format/(bytes|json-fields)\\.ts$',
      '^prisma/generated/',
      '^scripts/(console/stop|project|setup/make-folder)\\.mjs$',
    ],
  ),
  tree('engine', 'The engine is pure: stores, clocks and providers come through its ports.', '^lib/engine/', [
    '^lib/(config|engine|rules)/',
    '^lib/format/bytes\\.ts$',
  ]),
  tree('providers', "Adapters for the engine's ports.", '^lib/providers/', [
    '^lib/(config|engine|providers)/',
  ]),
  tree(
    'commands',
    'An operator works with the functions of the server, and reads by SQL. Of the API, a command only prints the schema.',
    '^commands/',
    [
      '^(bench|commands|scripts|server|testing)/',
      '^lib/(config|format|rules|server|validation)/',
      '^graphql/printed-schema\\.ts$',
      '^prisma/generated/',
    ],
  ),
  tree('seed', 'Demo data is written by the functions that write real data.', '^prisma', [
    '^prisma/',
    '^lib/(config|engine|providers|rules|server|validation)/',
  ]),
  tree('testing', 'What tests share uses everything but screens and pages.', '^testing/(?!screens/)', [
    '^(commands|graphql|lib|prisma|scripts|server|testing)/',
    '^vitest\\.config\\.ts$',
  ]),
  tree('testing-of-screens', 'Screens are tested in their pages, over the real API.', '^testing/screens/', [
    '^(app|components|graphql|lib|prisma|testing)/',
  ]),
  tree('bench', 'The bench uses what the site is made of, but measures pages from outside.', '^bench/', [
    '^(bench|components|graphql|lib|prisma|scripts|server|testing)/',
    '^commands/set-up/',
  ]),
  tree(
    'floor',
    'The site is measured against the floor, so the floor contains none of it.',
    '^bench/floor/',
    ['^bench/floor/'],
  ),
  tree('flows', 'A browser test knows what a reader can see, and prepares its own accounts.', '^e2e/', [
    '^(components|e2e|lib|testing)/',
  ]),
  tree('scripts', 'Scripts run before anything is installed or built.', '^scripts/', '^scripts/'),
  tree(
    'tools',
    'Tools read their configuration before anything is generated or built.',
    '^(?!instrumentation\\.)[^/]+\\.m?[jt]s$',
    ['^lib/config/', '^scripts/', '^testing/(run/|screens/forward-to-api\\.ts$)'],
  ),
];

const exceptions = [
  rule(
    'consoles-apart',
    "A console doesn't import the other console's screens. What both show is one folder up.",
    { path: '^components/[^/]+/(admin|developer)/' },
    { path: '^components/[^/]+/(admin|developer)/', pathNot: '^components/[^/]+/$1/' },
  ),
  rule(
    'shared-by-consoles',
    'What both consoles show depends on neither.',
    { path: '^components/[^/]+/[^/]+$' },
    { path: '^components/[^/]+/(admin|developer)/' },
  ),
  rule(
    'content-on-its-pages',
    'Docs, posts and legal texts are read when the site is built; the consoles read no files.',
    { path: '^components/(?!(?:content|site)/)', pathNot: test },
    { path: '^lib/content/' },
  ),
  rule(
    'no-machine-in-browsers',
    "A browser has neither the server's environment nor its disk.",
    { path: ['^components/', browserLib], pathNot: [readsMachine, test] },
    { path: readsMachine },
  ),
  rule(
    'no-node-in-browsers',
    "A browser has none of Node's modules. The tests of lib may use them.",
    { path: ['^components/', `${browserLib}(?!.*\\.test\\.)`], pathNot: readsMachine },
    { dependencyTypes: ['core'] },
  ),
  rule(
    'no-server-packages-in-browsers',
    'The packages of the server break a bundle for browsers, or double its size.',
    { path: ['^app/(?!api/)', '^components/', '^lib/content/', browserLib] },
    { path: serverPackages },
  ),
  rule(
    'zod-for-browsers',
    "What runs in a browser makes its schemas in lib/validation, where zod is set to keep to the pages' policy.",
    { path: ['^components/', browserLib], pathNot: ['^lib/validation/', test] },
    { path: 'node_modules/zod/', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'rules-without-framework',
    'The server imports these folders too, and renders nothing.',
    { path: '^lib/(config|format|rules|validation)/' },
    { path: screenPackages, dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'tests-of-screens',
    'The test of a screen knows the server by its printed schema only, as the screen does.',
    { path: `^(components|lib/(format|graphql-client|rules|validation))/.*${test}` },
    { path: '^(bench|commands|e2e|graphql|prisma|scripts|server)/|^lib/(engine|server)/' },
  ),
  rule(
    'rows-as-types',
    'The API reaches the database through lib/server. It may name the types of rows.',
    { path: '^graphql/', pathNot: test },
    { path: '^prisma/generated/', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'database-as-type',
    'The API reaches the database through lib/server. It may recognize that the database is unavailable.',
    { path: '^graphql/', pathNot: test },
    {
      path: '^lib/server/database/',
      pathNot: '^lib/server/database/database-failure\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  ),
  rule(
    'database-behind-lib-server',
    'Pages, routes and the API never use the packages of the database themselves.',
    { path: '^(app|graphql)/|^instrumentation\\.ts$', pathNot: test },
    { path: databasePackages },
  ),
  rule(
    'prisma-in-one-folder',
    "One folder knows Prisma's packages, so that changing the client changes one folder.",
    { path: '^(bench|commands|e2e|lib|prisma|server|testing)/', pathNot: ['^lib/server/database/', test] },
    { path: 'node_modules/@prisma/' },
  ),
  rule(
    'lib-server-without-frameworks',
    'Routes and the API call lib/server; it knows neither GraphQL nor the web framework.',
    { path: '^lib/server/' },
    { path: [screenPackages, graphqlPackages] },
  ),
  rule(
    'api-without-screens',
    'The API renders nothing, and runs without Next in production.',
    { path: '^graphql/' },
    { path: screenPackages },
  ),
  rule(
    'lib-server-without-scripts',
    'Only opening and migrating a database, and reading the environment, stop with a sentence for the operator.',
    { path: '^lib/server/(?!(?:database|runtime)/)', pathNot: test },
    { path: '^scripts/' },
  ),
  rule(
    'seed-at-the-start',
    'A server fills its database only while it starts.',
    { path: '^server/(?!starting/)', pathNot: test },
    { path: '^prisma/' },
  ),
  rule(
    'engine-without-packages',
    "The engine uses packages that only compute, and none of Node's modules: the world comes through its ports.",
    { path: '^lib/engine/', pathNot: test },
    { path: '(^|/)[^/]+$', dependencyTypesNot: ['local'], pathNot: computingPackages },
  ),
  rule(
    'scripts-before-packages',
    'Scripts install the packages, so they use none. Once tsx is installed, run.mjs registers it.',
    { path: '^scripts/', pathNot: test },
    { path: 'node_modules/', pathNot: 'node_modules/(@types/node|tsx)/' },
  ),
  rule(
    'testing-in-tests',
    'Nothing that serves customers needs what tests share.',
    {
      pathNot: [
        test,
        '^(bench|e2e|testing)/',
        '^commands/(check|fuzz|lighthouse|pictures|test|test-[a-z]+)\\.ts$',
        '^(playwright|vitest)\\.config\\.ts$',
      ],
    },
    { path: '^testing/' },
  ),
  rule(
    'bench-in-bench',
    'Only the commands that measure the site, or take its pictures, start the bench.',
    { pathNot: ['^bench/', '^commands/(bench|lighthouse|pictures)\\.ts$'] },
    { path: '^bench/' },
  ),
  rule('flows-apart', 'Nothing imports a browser test.', { pathNot: '^e2e/' }, { path: '^e2e/' }),
  rule(
    'commands-are-started',
    'An operator starts commands. Only tests and the bench call their parts.',
    { pathNot: [test, '^(bench|commands|testing)/'] },
    { path: '^commands/' },
  ),
  rule('tests-apart', 'Nothing imports a test.', {}, { path: [test, spec] }),
  rule(
    'across-folders-by-alias',
    'Across folders, imports start with @/, so that a file can move. Scripts and the floor have no alias.',
    { path: '^(?!(?:app|bench/floor|scripts)/)(.+/)[^/]+$' },
    { dependencyTypes: ['local'], dependencyTypesNot: ['aliased'], pathNot: '^$1' },
  ),
  rule(
    'across-routes-by-alias',
    "The same in app, where the folder's own name decides: whole paths there contain brackets.",
    { path: '^app/.*?([^/]+)/[^/]+$' },
    { dependencyTypes: ['local'], dependencyTypesNot: ['aliased'], pathNot: '/$1/[^/]+$' },
  ),
];

const soundness = [
  rule(
    'no-circle',
    'The files of a circle can only be read and changed together. Types count.',
    {},
    { circular: true },
  ),
  rule('no-unknown-file', 'An import that leads nowhere fails when it runs.', {}, { couldNotResolve: true }),
  rule(
    'no-undeclared-package',
    'A package that came with another can leave with it. If only its types are used, the type check notices.',
    {},
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'no-dead-file',
    'Neither a program nor a test reaches the file.',
    { path: [...started, ...startedByTests] },
    {
      path: '^(app|bench|commands|components|e2e|graphql|lib|prisma|scripts|server|testing)/',
      pathNot: [...started, ...startedByTests, ...notOurs],
      reachable: false,
    },
  ),
  rule(
    'no-file-for-tests-alone',
    'What only tests use belongs in testing/.',
    { path: started },
    {
      path: '^(app|commands|components|graphql|lib|prisma|scripts|server)/',
      pathNot: [...started, test, ...notOurs],
      reachable: false,
    },
  ),
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...trees, ...exceptions, ...soundness],
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
