// @ts-check

const text = /** @type {const} */ ({ type: 'string' });
const flag = /** @type {const} */ ({ type: 'boolean' });

/**
 * The arguments of each of `commands/*.ts`, by the name of its file. They are here and not in those files, because
 * arguments are checked before anything is installed.
 */
export const commandLines = /** @satisfies {Record<string, import('./arguments.mjs').CommandLine>} */ ({
  'admin-create': {
    usage: `Usage: npm run admin:create -- --account NAME --email ADDRESS [--plan PLAN] [--password-stdin]
Makes an account with its first admin, and prints the password once.
--plan is basic, starter (the default), pro or enterprise; --password-stdin reads the password from standard input.`,
    options: { account: text, email: text, plan: text, 'password-stdin': flag },
  },
  'audit-verify': {
    usage: `Usage: npm run audit:verify -- [--account ID] [--heads FILE] [--write-heads FILE]
Checks the audit trail of every account, or of one, and prints the head of each chain.
--write-heads keeps the heads in a file, --heads compares with those kept before: only so is it noticed that the
newest events were cut off, or a whole chain rewritten. Keep that file on another machine.
A restored backup ends earlier than heads kept after it, and continues differently: that is reported as broken too.
After a restore, check without --heads, and write the heads again.
Exit code: 0 every chain is whole, 1 one is not, 2 it could not be checked.`,
    options: { account: text, heads: text, 'write-heads': text },
  },
  backup: {
    usage: `Usage: npm run backup -- [PLACE] [--keep N]
Copies the database, also while the server runs, and checks the copy: its pages, schema and audit chains.
  PLACE     a new file whose name ends in .db, or a folder in which it is named switchyard-YYYYMMDDTHHMMSSZ.db;
            the folder must be there; default: backups, beside the database, which is made if necessary
  --keep N  afterwards only the newest N of that folder's backups so named stay`,
    options: { keep: text },
    positionals: 1,
  },
  bench: {
    usage: `Usage: npm run bench -- [--only NAME,…] [--publish]
Measures speed as ratios to floors of the same run: every part, or those of these names.
--publish writes the measured values that the landing page shows, each with its date.
NAME is http, page, scale, postgres-scale, lists, neighbors, providers, workflows, postgres-workflows, bulk,
postgres-bulk, formats or first-run.`,
    options: { only: text, publish: flag },
  },
  build: {
    usage: `Usage: npm run build -- [--out FOLDER]
Builds the site without serving it.
  --out FOLDER  then copies to this folder, which is missing or empty, what serving needs and nothing else: npm start,
                npm run serve, npm run worker, and the commands of operators run there as on this machine`,
    options: { out: text },
  },
  check: {
    usage: `Usage: npm run check
Checks types, style, import rules and packages, and runs the unit tests. Takes no arguments.`,
  },
  costs: {
    usage: `Usage: npm run costs -- [--by day,account,provider,model] [--from YYYY-MM-DD] [--to YYYY-MM-DD]
                        [--account ID] [--sandbox] [--format table|csv|json] [--out FILE]
Lists what the calls of models have used and cost, dearest first, also those of jobs that failed or were deleted.
--by is model, if nothing else is named. Days are in UTC, both included; by default, this month until today.
--sandbox adds the calls of the sandbox, whose prices are made up;
--out keeps npm's own lines out of the file.`,
    options: { by: text, from: text, to: text, account: text, sandbox: flag, format: text, out: text },
  },
  'db-copy': {
    usage: `Usage: npm run db:copy -- FILE [--accept-broken-chain]
Copies a SQLite database to the PostgreSQL database that DATABASE_URL names, and compares both, value by value.
  FILE  the SQLite file, whose server is stopped; it isn't changed. Stop the server first: while a process has the
        file open, the command refuses it. A backup can be copied while the server runs, to rehearse.
DATABASE_URL is the one with which the server will start afterwards; no password is on the command line. Its database
must be empty: create it with createdb. If the command is interrupted, run it again: it continues where it was.
Until the copy is complete and checked, no server starts on it.
  --accept-broken-chain  copies a database even if its audit trail was changed, and says where`,
    options: { 'accept-broken-chain': flag },
    positionals: 1,
  },
  'db-reset': {
    usage: `Usage: npm run db:reset
Deletes the database that DATABASE_URL names, and makes a new one with demo data. Takes no arguments.`,
  },
  dev: {
    usage: `Usage: npm run dev
Serves the site with hot reload, on demo data. Takes no arguments: HOST, PORT and the other variables of .env.example
configure it.`,
  },
  fuzz: {
    usage: `Usage: npm run fuzz -- [--minutes N] [--inputs N] [--seed N] [--only requests|workflows]
Sends hostile inputs to the API, from a fresh seed, until Ctrl-C: requests of every kind, and workflows made for cost,
which run on the built site while another account asks how it is.
  --minutes N  for so long
  --inputs N   so many of each kind
  --seed N     those of this seed
  --only KIND  one kind`,
    options: { seed: text, inputs: text, minutes: text, only: text },
  },
  lighthouse: {
    usage: `Usage: npm run lighthouse
Runs Lighthouse (mobile) on one public page of each kind. Takes no arguments.`,
  },
  'migration-new': {
    usage: `Usage: npm run migration:new NAME
Makes a migration from what changed in prisma/schema.prisma. NAME says in snake_case what it does: add_invoice_notes.`,
    positionals: 1,
  },
  emails: {
    usage: `Usage: npm run emails -- [waitlist|contact] [--search TEXT] [--since YYYY-MM-DD] [--limit N]
                         [--format table|csv|json] [--out FILE]
Lists what the forms sent, newest first. --since is a day in UTC; csv needs waitlist or contact;
--out keeps npm's own lines out of the file.`,
    options: { search: text, since: text, limit: text, format: text, out: text },
    positionals: 1,
  },
  pictures: {
    usage: `Usage: npm run pictures
Takes the pictures of the README and the landing page from the built site, on demo data. Takes no arguments.`,
  },
  record: {
    usage: `Usage: npm run record
Runs the jobs that the landing page shows on the built site, and writes what the API returned. Takes no arguments.`,
  },
  restore: {
    usage: `Usage: npm run restore -- FILE [--accept-broken-chain]
Checks a backup and puts it in the database's place, while no server runs. It moves the current database aside.
All sessions end. API keys and passwords are as they were at the backup: what you revoked or changed since works again.
  --accept-broken-chain  restores a backup even if its audit trail was changed, and says where; npm run audit:verify
                         keeps reporting that link`,
    options: { 'accept-broken-chain': flag },
    positionals: 1,
  },
  'schema-print': {
    usage: `Usage: npm run schema:print
Prints the API to graphql/schema.graphql and graphql/access.json, and the client's types. Takes no arguments.`,
  },
  'serve-sources': {
    usage: `Usage: node scripts/run.mjs serve-sources [--migrate]
Serves the build with the server's sources instead of the bundle. --migrate migrates the database first.`,
    options: { migrate: flag },
  },
  'set-up': {
    usage: `Usage: node scripts/run.mjs set-up
Does what npm start does before it serves: migrates and fills the database, and builds the site. Takes no arguments.`,
  },
  test: {
    usage: `Usage: npm test -- [--postgres]
Runs every check and test; the last line is "N passed, N failed".
  --postgres  then also what npm run test:postgres runs, if PostgreSQL is installed or can be
One file: npx vitest run PATH. A flow of e2e/, with npm start running:
E2E_URL=http://localhost:3000 npx playwright test PATH`,
    options: { postgres: flag },
  },
  'test-browsers': {
    usage: `Usage: npm run test:browsers
Runs flows through the built site in Firefox; the last line is "N passed, N failed".
Installs it with apt-get if it can. Takes no arguments.`,
  },
  'test-node': {
    usage: `Usage: npm run test:node
Installs, builds, serves and walks a copy of this checkout on other versions of Node; the last line is
"N passed, N failed". Takes no arguments.`,
  },
  'test-postgres': {
    usage: `Usage: npm run test:postgres
Starts a PostgreSQL of its own and runs the API, tenancy and fuzz tests on it. Then two servers behind a proxy serve
browser flows, and lose no write while one is killed and the database restarts; the last line is "N passed, N failed".
Installs PostgreSQL with apt-get if it can. Takes no arguments.`,
  },
  'test-prose': {
    usage: `Usage: npm run test:prose
Checks how the project writes: pages, screens, and messages. Prints path:line:column and what is better; the last
line is "N passed, N failed". Takes no arguments.`,
  },
  'test-mutation': {
    usage: `Usage: npm run test:mutation -- [--files A,B]
Makes small faults in what decides permissions, money and audit, and in what guards requests, one at a time, and counts those that a test notices.
Prints a score per area and the faults that no test noticed; fails if a score is under 80 %.
  --files A,B  only these of the files that testing/mutation/areas.ts names`,
    options: { files: text },
  },
});
