// @ts-check
import { styleText } from 'node:util';
import { demoPassword } from '@/lib/config/demo';
import { isExposed } from '@/lib/config/environment';
import { builtUrl } from './built-url';
import { accountsIn } from './demo-accounts';

/** @typedef {import('@/lib/config/environment').Environment} Environment */

/**
 * Tells who starts the server where it is, and what of its configuration may not be meant so.
 *
 * @param {Environment} environment
 * @param {number} port
 * @param {{ dev: boolean }} options
 */
export function announce(environment, port, { dev }) {
  const accounts = accountsIn(environment.databaseUrl);
  if (accounts === 'demo')
    console.log(`Sign in as dev@acme.test or admin@acme.test with the password ${demoPassword}.`);
  if (accounts === 'none')
    console.log('Nobody can sign in yet: npm run admin:create makes an account and its first admin.');
  for (const doubt of doubts(environment, port, dev ? undefined : builtUrl())) console.log(doubt);
  const { host } = environment;
  const shown = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  console.log(
    `${styleText('bold', 'Switchyard')} is running at http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`,
  );
}

/**
 * @param {Pick<Environment, 'host' | 'publicUrl' | 'trustProxy'>} environment
 * @param {number} port
 * @param {string | undefined} built the PUBLIC_URL of the pages, where they are built
 * @returns {string[]} a sentence for each
 */
export function doubts({ host, publicUrl, trustProxy }, port, built = publicUrl) {
  const found = [];
  if (built !== publicUrl)
    found.push(
      `PUBLIC_URL is ${publicUrl}, but feeds, sitemap and previews name ${built}, which the site was built with: build it again with the present one.`,
    );
  else if (/^http:\/\/localhost(:|$)/.test(publicUrl) && new URL(publicUrl).port !== String(port))
    found.push(`Feeds, sitemap and previews name ${publicUrl}; set PUBLIC_URL to what visitors type.`);
  if (publicUrl.startsWith('https:') && isExposed({ host, trustProxy }) && trustProxy.length === 0)
    found.push(
      'PUBLIC_URL is HTTPS and TRUST_PROXY is empty: name the proxy that speaks TLS in it, or all visitors count as one client and get no HSTS.',
    );
  return found;
}
