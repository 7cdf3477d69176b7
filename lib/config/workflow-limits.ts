/** The bounds of every workflow (docs/engine.md, "Limits"). Durations in milliseconds, sizes in bytes. */
export const workflowLimits = {
  steps: 50,
  /** Faults that a refusal lists; of a workflow that has more, the first. */
  faults: 100,
  stepsAtOnce: 4,
  inputBytes: 1024 * 1024,
  /** The output of one step, as JSON: so much fits one response (limits.graphql.contentBytes). */
  outputBytes: 4 * 1024 * 1024,
  /** Characters of the names and values of a step's options, and one for each. */
  optionsSize: 100_000,
  pieces: 100,
  retries: 5,
  timeout: { min: 1_000, max: 600_000 },
  temperature: { min: 0, max: 2 },
  fallbacks: 10,
  /** Preprocessors of a step, and as many postprocessors. */
  processors: 10,
  callbacks: 10,
  conditionLength: 4_000,
  templateLength: 100_000,
} as const;
