const LONGEST_PATH = 200;

/**
 * A path as the log may contain it: cut, and without parts that look like a credential or an email address. It omits
 * the query, which may contain text that a person typed.
 *
 * @param target of a request, perhaps invalid
 */
export function loggedPath(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  if (!path.startsWith('/')) return '(no path)';
  const shown = path
    .split('/')
    .map((part) => (/@|%40|sy_(live|session)|^apr_/i.test(part) ? '…' : part))
    .join('/');
  return shown.length > LONGEST_PATH ? `${shown.slice(0, LONGEST_PATH)}…` : shown;
}
