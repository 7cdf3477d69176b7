import { chainProblem } from '@/commands/audit-verify/chain-problem';
import { Stop } from '@/scripts/console/stop.mjs';
import { checkDatabase } from './check-database';
import { schemaProblem } from './schema-problem';

// Checks a database that nobody writes (commands/backup/check-copy.ts starts it): FILE, and the migrations folder. Its
// last line is a CopyReport as JSON.
const [file = '', directory = ''] = process.argv.slice(2);
try {
  const contents = checkDatabase(file, { directory });
  const schema = schemaProblem(file, { pending: contents.pending, directory });
  console.log(JSON.stringify({ ...contents, schema, chain: chainProblem(file) }));
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.log(JSON.stringify({ refusal: error.message }));
}
