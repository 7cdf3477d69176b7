import { X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { Stop } from '@/scripts/console/stop.mjs';

/**
 * How a connection is encrypted, by the parameters of the URL as libpq reads them. By contrast, pg itself takes
 * `require` and `prefer` for `verify-full`. Unlike libpq, this doesn't connect again without encryption if a server
 * refuses `prefer`.
 *
 * @param parameters of DATABASE_URL; those for TLS are removed
 * @returns false for a connection in plain text, which is also the default
 * @throws Stop if a file can't be read
 */
export function takeTlsOptions(parameters: URLSearchParams): ConnectionOptions | false {
  const take = (name: string) => {
    const value = parameters.get(name) ?? undefined;
    parameters.delete(name);
    return value;
  };
  const mode = take('sslmode') ?? 'disable';
  const [root, cert, key] = [take('sslrootcert'), take('sslcert'), take('sslkey')];
  if (mode === 'disable' || mode === 'allow') return false;
  const ca = root === undefined || root === 'system' ? undefined : readCertificates(root);
  if (mode === 'verify-ca' && !ca)
    throw new Stop('In DATABASE_URL, sslmode=verify-ca needs sslrootcert, the file of the authority.');
  return {
    ...(ca && { ca }),
    ...(cert && { cert: readFile(cert, 'sslcert') }),
    ...(key && { key: readFile(key, 'sslkey') }),
    // With an authority, `require` checks the certificate too.
    rejectUnauthorized: mode.startsWith('verify-') || (mode === 'require' && ca !== undefined),
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
}

function readFile(file: string, parameter: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new Stop(
      `The file ${file}, which ${parameter} in DATABASE_URL names, can't be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

function readCertificates(file: string): string {
  const text = readFile(file, 'sslrootcert');
  try {
    new X509Certificate(text);
    return text;
  } catch {
    throw new Stop(`The file ${file}, which sslrootcert in DATABASE_URL names, contains no certificate.`);
  }
}
