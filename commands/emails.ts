import { emailOptions } from '@/commands/emails/email-options';
import { printContent } from '@/commands/reading/print-content';
import { requireCurrentDatabase } from '@/commands/reading/require-current-database';
import { openDatabase } from '@/lib/server/database/open-database';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { callerFolder } from '@/scripts/project.mjs';

/** Lists what the forms sent. Sets nothing up: its output may be a file's content, which other lines would spoil. */
export default async function emails(): Promise<void> {
  const options = emailOptions(process.argv.slice(2), callerFolder());
  const { databaseUrl } = projectEnvironment();
  const file = await requireCurrentDatabase(databaseUrl);
  // Imported late, because it reads the environment when it loads, which must be checked first.
  const { writeEmails } = await import('@/commands/emails/write-emails');
  const db = openDatabase(databaseUrl);
  try {
    await printContent(writeEmails(db.prisma, options), options.out, file);
  } finally {
    await db.close();
  }
}
