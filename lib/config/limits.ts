const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Every bound the product enforces. Durations are milliseconds, sizes bytes. */
export const limits = {
  session: { lifetime: 30 * DAY, userAgent: 300, listed: 100, ofUser: 1_000 },
  /** A device without a sign-in for this long is a new one again. */
  knownDevice: 90 * DAY,
  /** Networks with a sign-in: how long they are known, how many of one address, how many go at once. */
  knownNetworks: { lifetime: 90 * DAY, ofAddress: 100, removed: 100 },
  /** How exactly the last use of a session or key is kept. */
  lastUse: { touchEvery: MINUTE },
  /**
   * Failed sign-ins: for one address from one client, from one client for any address, from all clients of one IPv6 /48,
   * for one address from all networks that it is new to, and as many from all that it is known in.
   */
  signIn: {
    failures: 10,
    failuresOfClient: 100,
    failuresOfSite: 500,
    failuresOfAddress: 100,
    window: 15 * MINUTE,
  },
  password: { min: 8, max: 256 },
  email: { max: 254 },
  personName: { max: 120 },
  waitlist: { name: 120, company: 120, useCase: 2_000 },
  contact: { name: 120, message: { min: 5, max: 5_000 } },
  /**
   * What one client may send by the forms. Many people can share an address (an office, a campus), so it is far more
   * than one person needs; a flood still costs a counter a request and stores less than a megabyte in ten minutes.
   */
  emailSend: {
    // Over the longest message in any script, its JSON escapes included.
    bodyBytes: 32 * 1024,
    requests: { count: 60, window: MINUTE },
    stored: { count: 20, window: 10 * MINUTE },
    /** Stored for one sender's address, from wherever. */
    storedOfSender: { count: 10, window: 10 * MINUTE },
    /** The same e-mail again within this time is a retry of the first. */
    retryWindow: 10 * MINUTE,
  },
  accountName: { max: 120 },
  apiKeyName: { max: 80 },
  /** Keys of one person, in whatever state. */
  apiKeysOfUser: { max: 500 },
  /** How long an old secret may go on working after a rotation, and how often its calls are written down. */
  keyOverlap: { max: 7 * DAY, writeEvery: 5_000 },
  /** With less left than this a key is said to expire soon. */
  apiKeyExpiresSoon: 14 * DAY,
  billingField: { max: 200 },
  accountSettings: { maxBytes: 16 * 1024, depth: 20 },
  search: { max: 200 },
  invoice: { paymentTerm: 14 * DAY, lines: 4 },
  /** How long a page waits for an answer before it says that there is none. */
  patience: MINUTE / 2,
  list: { max: 1_000 },
  /** Refusals that the audit trail takes of one person's within a window; the rest of it is one event with their number. */
  auditedRefusals: { count: 10, window: 10 * MINUTE, people: 10_000 },
  /** How long events of the plan before are still kept after a change of plan, and how many go in one transaction. */
  auditRetention: { grace: 30 * DAY, batch: 1_000 },
  top: { default: 5, max: 100 },
  usage: { defaultDays: 30, defaultWeeks: 12, defaultMonths: 12, maxDays: 1_000 },
  /** Calls of one client that may be answered at once: more would only wait for each other. */
  callsUnderWay: 100,
  /** Streams of events that one client may have open. They last as long as it listens, so they count apart from calls. */
  openStreams: 20,
  /** How long an open stream may rely on what its caller was found to be. */
  streamTrust: 1_000,
  graphql: {
    bodyBytes: 256 * 1024,
    /** Files of one request, and their bytes in all: the most that an operation may declare for itself. */
    upload: { bytes: 8 * 1024 * 1024, files: 10 },
    /** Characters of a document; long values are sent as variables. */
    documentLength: 32 * 1024,
    depth: 24,
    aliases: 30,
    directives: 20,
    tokens: 2_000,
    /** Values that a response may hold, lists counted with the most rows they can have. */
    values: 50_000,
    /** What a JSON value counts for: the settings of an account have up to 16 KiB. */
    valuesOfJson: 25,
    answerBytes: 4 * 1024 * 1024,
    /** Errors of one response, and the characters that a validator's message may have. */
    errors: 50,
    messageLength: 500,
    /** Parsed documents that are kept for the next call. */
    keptDocumentBytes: 16 * 1024 * 1024,
  },
} as const;
