const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Every limit the product enforces. Durations are in milliseconds, sizes in bytes. */
export const limits = {
  /** How long (s) a link to a file works. */
  fileLink: { min: 60, max: 7 * 24 * 3600, default: 3600 },
  session: { lifetime: 30 * DAY, userAgent: 300, listed: 100, ofUser: 1_000 },
  /** A device counts as new again if it has had no sign-in for this long. */
  knownDevice: 90 * DAY,
  /** Networks with a sign-in: how long they are known, how many per email address, how many are removed at once. */
  knownNetworks: { lifetime: 90 * DAY, ofAddress: 100, removed: 100 },
  /** How precisely the last use of a session or key is stored. */
  lastUse: { touchEvery: MINUTE },
  /**
   * Failed sign-ins. The limits are for one email address from one client, for one client, and for all clients of one
   * IPv6 /48; for one email address from all unknown networks, and as many from all known networks.
   */
  signIn: {
    failures: 10,
    failuresOfClient: 100,
    failuresOfSite: 500,
    failuresOfAddress: 100,
    window: 15 * MINUTE,
  },
  password: { min: 8, max: 256 },
  /** A temporary password expires after this long without a sign-in. */
  temporaryPassword: { lifetime: 14 * DAY },
  email: { max: 254 },
  personName: { max: 120 },
  waitlist: { name: 120, company: 120, useCase: 2_000 },
  contact: { name: 120, message: { min: 5, max: 5_000 } },
  /**
   * How much one client may send with the forms. Many people can share an address (an office, a campus), so it is far more
   * than one person needs. A flood still costs only a counter per request and stores under a megabyte in ten minutes.
   */
  emailSend: {
    // More than the longest message in any script, JSON escapes included.
    bodyBytes: 32 * 1024,
    requests: { count: 60, window: MINUTE },
    stored: { count: 20, window: 10 * MINUTE },
    /** Stored per sender's email address, whatever network it comes from. */
    storedOfSender: { count: 10, window: 10 * MINUTE },
    /** The same email again within this time is a retry of the first. */
    retryWindow: 10 * MINUTE,
  },
  /**
   * Requests of one client to signed links of approvals. A body has a text whose escapes take as much again. `name` is the
   * characters of the name that a person gives.
   */
  approvalLink: { bodyBytes: 256 * 1024, name: 120, requests: { count: 60, window: MINUTE } },
  /** Messages that an account's test receiver takes, and of those, the last that are kept. */
  testReceiver: {
    bodyBytes: 64 * 1024,
    requests: { count: 120, window: MINUTE },
    ofAccount: { count: 60, window: MINUTE },
    kept: 20,
  },
  accountName: { max: 120 },
  apiKeyName: { max: 80 },
  /** Keys per person, whatever their status. */
  apiKeysOfUser: { max: 500 },
  /** How long an old secret may keep working after a rotation, and how often the count of its calls is stored. */
  keyOverlap: { max: 7 * DAY, writeEvery: 5_000 },
  /** A key with less time left than this is shown as expiring soon. */
  apiKeyExpiresSoon: 14 * DAY,
  billingField: { max: 200 },
  accountSettings: { maxBytes: 16 * 1024, depth: 20 },
  search: { max: 200 },
  invoice: { paymentTerm: 14 * DAY, lines: 6 },
  /** How long a page waits for a response before it reports a failure. */
  patience: MINUTE / 2,
  /** The same for a file of 10 MiB on a line of 300 kbit/s. */
  uploadPatience: 5 * MINUTE,
  list: { max: 1_000 },
  /**
   * Jobs that a page of their list looks at, whether or not they match: some ten milliseconds for a search. If
   * their calls or metadata are read, one statement looks at `withReading` jobs: SQLite's hold the thread.
   */
  jobSearch: { jobs: 10_000, withReading: 1_000, withMetadata: 200 },
  /** Properties of metadata that a filter of jobs has, and the characters of their keys and values. */
  metadataFilter: { properties: 5, key: 100, value: 200 },
  /** US dollars and seconds over which a filter finds jobs: more than a job costs or lasts. */
  jobOver: { max: 1_000_000 },
  /** Jobs that are looked at to be added up: an index has all that it takes, except for metadata. */
  jobSums: { max: 50_000, withMetadata: 10_000 },
  /** Refusals that the audit trail records singly, per person and window; the others become one event with a count. */
  auditedRefusals: { count: 10, window: 10 * MINUTE, people: 10_000 },
  /** How long the old plan's retention still applies after a change of plan, and events removed per transaction. */
  auditRetention: { grace: 30 * DAY, batch: 1_000 },
  top: { default: 5, max: 100 },
  usage: { defaultDays: 30, defaultWeeks: 12, defaultMonths: 12, maxDays: 1_000 },
  /** Concurrent calls per client: more would only wait for each other. */
  callsUnderWay: 100,
  /**
   * Open event streams per user, or per client that hasn't signed in. They last as long as the client listens, so they
   * count separately from calls.
   */
  openStreams: 20,
  /** Open event streams of all users of an account: each takes memory, and an account can have any number of users. */
  openStreamsOfAccount: 200,
  /** How long an open stream may rely on the last check of its caller. */
  streamTrust: 1_000,
  /** Workflows and files of an account's calls that wait to be checked, and their characters or bytes. */
  unchecked: { count: 1_000, size: 32 * 1024 * 1024 },
  /** How long the same idempotency key returns the same job, and the characters of a key. */
  idempotency: { lifetime: DAY, length: 200 },
  /** Jobs that wait in an account's line. */
  waitingJobs: 20_000,
  /** How long orchestrate waits for the end of a job: by default and at most. */
  orchestrate: { default: 25_000, max: 55_000 },
  /** The caller's own reference of a job. */
  metadata: { bytes: 4 * 1024 },
  /** An uploaded file that steps read. */
  workflowFile: { bytes: 10 * 1024 * 1024 },
  /** A file whose rows a bulk run takes, and how long a run can be started over it. */
  bulkFile: { bytes: 10 * 1024 * 1024, lifetime: 7 * DAY },
  /** Faults that a batch lists of its file. */
  batchFaults: 1_000,
  /** The caller's own reference of a batch, as OpenAI bounds it: values, and characters of a name and a value. */
  batchMetadata: { pairs: 16, name: 64, value: 512 },
  /** Rows of a bulk run at the same time. */
  bulkConcurrency: { min: 1, max: 16, default: 4 },
  /**
   * Of a bulk run: rows to try, characters of its condition, and references of its variables to columns. A plan names
   * so many rows.
   */
  bulkRun: { rows: 100, condition: 2_000, references: 100, named: 100 },
  /** Jobs that one call runs again, and jobs that it refuses before it stops. */
  rerunJobs: { jobs: 100, refused: 100 },
  /** Characters of a workflow's name. */
  workflowName: { max: 120 },
  graphql: {
    bodyBytes: 256 * 1024,
    /** For operations that take a workflow. */
    workflowBytes: 1.5 * 1024 * 1024,
    /**
     * JSON values of a request: each list, object, and value in one. Twenty thousand take some ten milliseconds each time
     * they are gone through.
     */
    jsonValues: 20_000,
    /** The highest bounds an operation may declare for the files of one request: total bytes and number. */
    upload: { bytes: 10.5 * 1024 * 1024, files: 10 },
    /** Characters of a document; long values are sent as variables. */
    documentLength: 32 * 1024,
    depth: 24,
    aliases: 30,
    directives: 20,
    /** Of fragments in a document, and of one field in a selection: a validator compares each with each. */
    spreads: 40,
    repetitions: 10,
    tokens: 2_000,
    /** Values that a response may contain; lists count with the most rows they can have. */
    values: 50_000,
    /** How many values a JSON value counts as: an account's settings take up to 16 KiB. */
    valuesOfJson: 25,
    /**
     * Outputs, results and metadata of jobs in a response. As much as the largest output of a step, so that each can be
     * read; a response has space for other values too.
     */
    contentBytes: 4 * 1024 * 1024,
    answerBytes: 5 * 1024 * 1024,
    /** Errors of one response, and the characters that a validator's message may have. */
    errors: 50,
    messageLength: 500,
    /** Size of the cache of parsed documents. */
    keptDocumentBytes: 16 * 1024 * 1024,
  },
} as const;

/** The bounds of every workflow (docs/engine.md, "Limits"). Durations in milliseconds, sizes in bytes. */
export const workflowLimits = {
  steps: 50,
  /** Faults that a refusal lists; of a workflow that has more, the first. */
  faults: 100,
  /** Warnings of a plan; of more, the first. */
  warnings: 20,
  stepsAtOnce: 4,
  inputBytes: 1024 * 1024,
  /** The output of one step, as JSON: so much fits one response (limits.graphql.contentBytes). */
  outputBytes: 4 * 1024 * 1024,
  /** Bytes of one file that a step writes, and of all files of a job together. */
  fileBytes: 10 * 1024 * 1024,
  filesBytes: 100 * 1024 * 1024,
  /** Characters of the names and values of a step's options, and one for each. */
  optionsSize: 100_000,
  pieces: 100,
  retries: 5,
  /** All waits for one model in one request and run. After a longer one, a step is parked (docs/engine.md, "Parking"). */
  wait: 10_000,
  timeout: { min: 1_000, max: 600_000 },
  temperature: { min: 0, max: 2 },
  fallbacks: 10,
  /** Preprocessors of a step, and as many postprocessors. */
  processors: 10,
  callbacks: 10,
  /**
   * A step that waits for a person: how long (s), and the bytes of its text, edited or not. Its instructions and the
   * person's reason are in characters.
   */
  approval: {
    timeout: { min: 60, max: 30 * 24 * 3600, default: 7 * 24 * 3600 },
    textBytes: 128 * 1024,
    instructions: 8_000,
    reason: 500,
  },
  conditionLength: 4_000,
  templateLength: 100_000,
  /**
   * Messages of its calls that a step keeps, and their characters. Of a message that is longer, so
   * many characters of its beginning and its end are kept.
   */
  prompt: { messages: 100, length: 64 * 1024, beginning: 32 * 1024, ending: 16 * 1024 },
} as const;

/** Of a drill, `drillJob`. */
export const drillLimits = {
  /** Of each list of what is changed. */
  entries: 20,
  /** Characters of a provider's or model's name. */
  name: 220,
  seconds: 600,
  factor: 1_000,
  /** Attempts of the job. */
  attempts: 1_000,
  /** Simulated waits, each of which takes some ten microseconds. */
  waits: 20_000,
  /** The account's latest jobs, and of those the attempts, that typical times are measured over. */
  measured: { jobs: 200, attempts: 2_000 },
} as const;

/** Of `repriceUsage`. */
export const repriceLimits = {
  days: 31,
  /** Jobs that are read, some seconds in turns with other accounts, and groups of their calls, of about 300 bytes. */
  most: { jobs: 400_000, groups: 50_000 },
  /** Models or templates in a response, and names that a filter may have. */
  rows: 100,
  filter: 50,
  /** How many groups are kept in memory, and how long. */
  keptGroups: 50_000,
  keptMs: MINUTE,
} as const;
