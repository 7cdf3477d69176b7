import { syncPlans } from '@/lib/server/billing/sync-plans';
import { openDatabase } from '@/lib/server/database';
import { environment } from '@/lib/server/environment';
import { serverContext } from '@/lib/server/server-context';
import { seedDemo } from '@/prisma/seed/demo';

// What a migrated database starts with: `tsx prisma/seed.ts plans` writes the plans, `… demo` the demo accounts.

async function plans(): Promise<string> {
  const db = openDatabase(environment.databaseUrl);
  try {
    await syncPlans(serverContext(db));
  } finally {
    await db.close();
  }
  return 'Plans written.';
}

async function demo(): Promise<string> {
  const written = await seedDemo(environment.databaseUrl);
  return written ? 'Demo accounts written.' : 'The database has accounts already; nothing was written.';
}

const commands: Record<string, () => Promise<string>> = { plans, demo };
const command = commands[process.argv[2] ?? ''];
if (command) console.log(await command());
else {
  console.error('Usage: tsx prisma/seed.ts plans | demo');
  process.exitCode = 1;
}
