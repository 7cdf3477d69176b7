import { main } from '@/server/main';

/** Serves what is built by the server's sources instead of the bundle; with --migrate on a migrated database. */
export default async function serve(): Promise<void> {
  await main({ migrate: process.argv.includes('--migrate') });
}
