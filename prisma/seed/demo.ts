import { openDatabase } from '@/lib/server/database';
import { seedAcme } from '@/prisma/seed/acme/acme';
import { seedGlobex } from '@/prisma/seed/globex/globex';
import { seedInitech } from '@/prisma/seed/initech';
import { fillAtOnce } from '@/prisma/seed/staged-database';
import { timeline } from '@/prisma/seed/timeline';

/**
 * Fills a database that has the migrations and plans, but no accounts yet, with the demo data of DESIGN.md, whose dates end at the
 * present; one that has accounts stays as it is.
 * @param url `file:…`
 * @returns whether anything was written
 */
export function seedDemo(url: string, present = new Date()): Promise<boolean> {
  return fillAtOnce(url, async (copy) => {
    const db = openDatabase(copy);
    try {
      await seedAcme(timeline(db, present, 'acme'));
      await seedGlobex(timeline(db, present, 'globex'));
      await seedInitech(timeline(db, present, 'initech'));
    } finally {
      await db.close();
    }
  });
}
