import { styleText } from 'node:util';
import { demoPassword } from '@/lib/config/demo';
import { type Environment, isExposed } from '@/lib/config/environment';
import { accountsIn } from '@/lib/server/account/find-account';

/** Prints where the server runs, how to sign in, and what in its configuration may be a mistake. */
export async function announce(environment: Environment, port: number): Promise<void> {
  const accounts = await accountsIn(environment.databaseUrl);
  if (accounts === 'demo')
    console.log(`Sign in as dev@acme.test or admin@acme.test with the password ${demoPassword}.`);
  if (accounts === 'none')
    console.log('Nobody can sign in yet: npm run admin:create makes an account and its first admin.');
  for (const doubt of doubts(environment, port)) console.log(doubt);
  const { host } = environment;
  const shown = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  console.log(
    `${styleText('bold', 'Switchyard')} is running at http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`,
  );
}

/** @returns one sentence per likely mistake */
export function doubts(
  { host, publicUrl, trustProxy }: Pick<Environment, 'host' | 'publicUrl' | 'trustProxy'>,
  port: number,
): string[] {
  const found: string[] = [];
  if (/^http:\/\/localhost(:|$)/.test(publicUrl) && new URL(publicUrl).port !== String(port))
    found.push(`Feeds, sitemap and previews name ${publicUrl}; set PUBLIC_URL to what visitors type.`);
  if (publicUrl.startsWith('https:') && isExposed({ host, trustProxy }) && trustProxy.length === 0)
    found.push(
      'PUBLIC_URL is HTTPS and TRUST_PROXY is empty. Name the TLS proxy in TRUST_PROXY. Without it, all visitors count as one client and get no HSTS.',
    );
  return found;
}
