import { chainProblem } from '@/prisma/audit-verify/chain-problem';
import { checkDatabase } from '@/scripts/backup/check-database.mjs';
import { schemaProblem } from '@/scripts/backup/schema-problem.mjs';
import { Stop } from '@/scripts/console/stop.mjs';

// Checks a database that nobody writes (scripts/backup/check-copy.mjs starts it): FILE, and the migrations folder. Its
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
