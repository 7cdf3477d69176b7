import type { StoredStates } from './stored-states';

const changed = (table: string, condition: string) =>
  `SELECT now."id" FROM main."${table}" AS now JOIN start."${table}" AS was USING ("id") WHERE ${condition}`;
const added = (table: string) => `SELECT "id" FROM main."${table}" EXCEPT SELECT "id" FROM start."${table}"`;
const wider = ['scopeRead', 'scopeWrite', 'scopeAdmin']
  .map((scope) => `now."${scope}" > was."${scope}"`)
  .join(' OR ');

/** What no key may bring about, as questions for the rows that show it. `?` is the key that may rotate itself. */
const gains: Record<string, string> = {
  'a new user': added('User'),
  "another email, password or role of a user's": changed(
    'User',
    'now."email" <> was."email" OR now."passwordHash" <> was."passwordHash" OR now."role" <> was."role"',
  ),
  'wider scopes of a user': changed('User', wider),
  'an enabled user': changed('User', `was."status" = 'DISABLED' AND now."status" <> 'DISABLED'`),
  'a new session': added('Session'),
  'a new key': added('ApiKey'),
  'wider scopes of a key': changed('ApiKey', wider),
  'a reactivated key': changed('ApiKey', `was."status" = 'REVOKED' AND now."status" <> 'REVOKED'`),
  'another owner or expiry of a key': changed(
    'ApiKey',
    'now."userId" <> was."userId" OR now."expiresAt" IS NOT was."expiresAt"',
  ),
  "another key's new secret": changed('ApiKey', 'now."secretHash" <> was."secretHash" AND now."id" <> ?'),
  "another key's old secret, or a longer overlap": `SELECT "apiKeyId" FROM main."PreviousSecret" AS now WHERE "apiKeyId" <> ?
    AND NOT EXISTS (SELECT 1 FROM start."PreviousSecret" AS was WHERE was."apiKeyId" = now."apiKeyId"
      AND was."secretHash" = now."secretHash" AND was."expiresAt" = now."expiresAt")`,
};

/**
 * What has been gained in the database since `start`, as far as it would outlive a key or exceed it.
 * @param rotating the key that may rotate itself; '' if none may
 */
export function lastingGains(states: StoredStates, rotating: string): string[] {
  return Object.entries(gains).flatMap(([gain, sql]) => {
    const rows = states.ask(sql, ...(sql.includes('?') ? [rotating] : []));
    return rows.length > 0 ? [`${gain}: ${rows.join(', ')}`] : [];
  });
}
