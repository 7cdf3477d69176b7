interface ErrorCategoryEntry {
  /** As the documentation names it. */
  label: string;
  /** The HTTP status of a response whose call failed with such a code; 200 by default. */
  status?: number;
}

/** The categories of codes. A new part of the product with its own failures adds a row here and its codes below. */
export const errorCategories = {
  access: { label: 'Access' },
  request: { label: 'Request' },
  state: { label: 'Record' },
  limit: { label: 'Limit', status: 429 },
  server: { label: 'Server' },
} as const satisfies Record<string, ErrorCategoryEntry>;

/** An error a caller can meet in `extensions.code` (docs/design.md, "Error codes"). */
interface ErrorCodeEntry {
  category: keyof typeof errorCategories;
  meaning: string;
  /** The caller's next step. */
  remedy: string;
  /** Whether the same call may succeed later. */
  retryable: boolean;
}

/** The complete list of error codes: the API returns no others. */
export const errorCodes = {
  UNAUTHENTICATED: {
    category: 'access',
    meaning: 'The call carries no valid session token or API key, and needs one.',
    remedy: 'Sign in again, or send a key that is active and not expired.',
    retryable: false,
  },
  FORBIDDEN: {
    category: 'access',
    meaning:
      "The caller's role or scopes don't allow the call, or a link to a file has expired or was changed.",
    remedy:
      'Use a key with the scope the operation names, or a session if it needs one, or ask an admin. For a link, read the job again: it has a new one.',
    retryable: false,
  },
  BULK_FILE_UNSUPPORTED: {
    category: 'request',
    meaning:
      'The bulk file is neither CSV, JSONL, nor an Excel workbook (.xlsx). Its content decides, not its name.',
    remedy: 'Convert the file.',
    retryable: false,
  },
  BULK_FILE_UNREADABLE: {
    category: 'request',
    meaning: "The bulk file can't be read as a whole, has no header, or has no rows.",
    remedy: 'Correct what the message names, or save the file again in a spreadsheet program.',
    retryable: false,
  },
  BULK_TOO_MANY_ROWS: {
    category: 'request',
    meaning: 'The bulk file has more than 10,000 rows.',
    remedy: 'Split the file.',
    retryable: false,
  },
  BULK_FILE_EXPIRED: {
    category: 'state',
    meaning: 'The bulk file was uploaded more than seven days ago, and no run can be started over it.',
    remedy: 'Upload it again.',
    retryable: false,
  },
  NOT_FOUND: {
    category: 'state',
    meaning: "There is no such record, or the caller can't see it; the response is the same.",
    remedy: 'Check the id, and which account the token belongs to.',
    retryable: false,
  },
  BAD_USER_INPUT: {
    category: 'request',
    meaning: "The document or its variables aren't valid.",
    remedy: 'Correct what the message and fields name.',
    retryable: false,
  },
  CONFLICT: {
    category: 'state',
    meaning: "The call is valid, and the record’s state doesn't allow it.",
    remedy: 'Read the record again, then decide.',
    retryable: false,
  },
  RATE_LIMITED: {
    category: 'limit',
    meaning: 'Too many attempts.',
    remedy: 'Wait for retryAfter seconds, then try once.',
    retryable: true,
  },
  WORKFLOW_INVALID: {
    category: 'request',
    meaning: 'The workflow has faults. All of them are in faults.',
    remedy: 'Correct what each fault names.',
    retryable: false,
  },
  FILE_TOO_LARGE: {
    category: 'request',
    meaning: 'The file has more than 10 MiB.',
    remedy: 'Split it, or send the part that matters.',
    retryable: false,
  },
  FILE_DELETED: {
    category: 'state',
    meaning: "The file is no longer kept: its job was deleted, or its plan's days are over.",
    remedy: 'Start the workflow again.',
    retryable: false,
  },
  PLAN_LIMIT_REACHED: {
    category: 'state',
    meaning: "The period's executions are used up, and the plan has no price for more.",
    remedy: 'Choose a larger plan, or wait for the next month.',
    retryable: false,
  },
  RESPONSE_TOO_LARGE: {
    category: 'request',
    meaning: "The operation has run, and its response doesn't fit the limit.",
    remedy: 'Request fewer rows, or the outputs of some steps at a time with `steps(ids: …)`.',
    retryable: false,
  },
  STORAGE_FULL: {
    category: 'state',
    meaning: "The account's jobs fill the storage of its plan, or the new job would.",
    remedy: 'Delete jobs, wait until older ones expire, or ask an admin for a larger plan.',
    retryable: false,
  },
  ACCOUNT_CANCELED: {
    category: 'state',
    meaning: "The account's subscription is canceled.",
    remedy: 'Choose a plan; the account is active at once.',
    retryable: false,
  },
  QUEUE_FULL: {
    category: 'limit',
    meaning: 'Too many jobs of the account are waiting.',
    remedy: 'Wait for retryAfter seconds, then send the same call.',
    retryable: true,
  },
  INTERNAL: {
    category: 'server',
    meaning: 'Something failed on the server. Only its log contains the details.',
    remedy: 'Try again. If it happens again, report the request id.',
    retryable: true,
  },
} as const satisfies Record<string, ErrorCodeEntry>;

export type ErrorCode = keyof typeof errorCodes;

/** The HTTP status of a response whose call failed with the code; undefined for 200. */
export function statusOf(code: ErrorCode): number | undefined {
  const category: ErrorCategoryEntry = errorCategories[errorCodes[code].category];
  return category.status;
}
