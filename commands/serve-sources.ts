import { main } from '@/server/main';

/** Serves the build with the server's sources instead of the bundle; --migrate migrates the database first. */
export default async function serveSources(): Promise<void> {
  await main({ migrate: process.argv.includes('--migrate') });
}
