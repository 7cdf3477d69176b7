/** The executions that a number counts. They ended on some UTC days, both included, and match all given filters. */
export interface CountedExecutions {
  /** Undefined for all days. */
  from?: string;
  to?: string;
  /** UTC days on which they were started, both included. */
  startedFrom?: string;
  startedTo?: string;
  status?: 'failed';
  /** An error code with which they failed. */
  error?: string;
  /** A template's exact name. */
  template?: string;
  /** A `provider/model` that they called. */
  model?: string;
  /** How a call of theirs ended, of the model if there is one: as `callOutcome` of listJobs. */
  call?: string;
  /** Not those of these templates. */
  except?: readonly string[];
  /** The id of the API key that started them. */
  key?: string;
  /** The id of the user who started them. */
  user?: string;
  fallbacks?: 'yes';
}

/**
 * The address of the list of these executions, whose rows add up to the number. Usage counts by the day of the end, and
 * counts the rows of bulk runs.
 * @param base the list of jobs: one's own, or the account's
 */
export function executionsAddress(base: string, which: CountedExecutions): string {
  const { status, error, template, model, call, key, user, fallbacks, from, to, startedFrom, startedTo } =
    which;
  const except = which.except && JSON.stringify(which.except.map((name) => name.toWellFormed()));
  // Named one by one: a range often comes with its totals.
  const filters = { status, error, template, model, call, except, key, user, fallbacks };
  const days = { from: startedFrom, to: startedTo, 'ended-from': from, 'ended-to': to };
  const given = Object.entries({ ...filters, ...days });
  const address = new URLSearchParams(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  address.set('rows', 'yes');
  address.set('executions', 'yes');
  return `${base}?${address}`;
}

/**
 * The address of a template's page. A name can have any characters, such as slashes, so it isn't part of the path.
 * @param base the list of jobs: one's own, or the account's
 */
export const templateAddress = (base: string, name: string): string =>
  `${base}/templates?${new URLSearchParams({ name: name.toWellFormed() })}`;
