/**
 * The jobs that the landing page shows. `npm run record` runs them on the built site and writes what the API returned
 * to components/site/landing/recorded-jobs.json.
 */

/** A workflow of three steps whose second step falls back. */
export const runInput = {
  name: 'Support report',
  input:
    'Arm 7 of order 20318 stops halfway through a pick and shows E-41 since 17 November 2026. We restarted it twice, and the error came back each time. The line loses about 40 parts per hour. Please send a technician this week.',
  steps: [
    {
      id: 'facts',
      task: 'extraction',
      options: { fields: { order: 'string', since: 'date', error_codes: 'string[]' } },
    },
    {
      id: 'summary',
      task: 'summarization',
      model: 'sandbox/limited',
      fallbacks: ['sandbox/quality'],
      retries: 0,
      options: { max_words: 30 },
    },
    {
      id: 'team',
      task: 'classification',
      dependsOn: ['summary'],
      options: { labels: ['hardware', 'software', 'billing'] },
    },
  ],
};

export const runMutation = `mutation Run($input: StartWorkflowInput!) {
  orchestrate(input: $input) {
    jobId
    name
    status
    tokensIn
    tokensOut
    cost
    startedAt
    finishedAt
    steps {
      id
      task
      status
      model
      output
    }
  }
}`;

export const attemptsQuery = `query Attempts($jobId: ID!) {
  listAttempts(jobId: $jobId) {
    stepId
    model
    outcome
    status
    code
    inputTokens
    outputTokens
    cost
    milliseconds
  }
}`;

/** The sample workflow (docs/product.md, "Landing page"): the mutation, and its variables. */
export const sampleMutation = `mutation QueueWorkflow($input: StartWorkflowInput!, $file: Upload) {
  queueAsyncWorkflow(input: $input, file: $file) {
    jobId
    status
    result
    downloadUrl
  }
}`;

export const sampleVariables = {
  input: {
    steps: [{ id: 'summary', task: 'summarization', temperature: 0.7, max_tokens: 100 }],
    callbacks: [{ status: 'COMPLETED', url: 'https://example.com/hooks/summary', delivery: 'FILE_URL' }],
  },
  // A multipart request puts the file here.
  file: null,
};

/** The file that the recorded sample was sent with. */
export const sampleFile = {
  name: 'report.txt',
  text: `Arm 7 of order 20318 stops halfway through a pick and shows E-41. It began on 17 November, after the update of the controller. We restarted the arm twice, and the error came back each time. The gripper is clean, and the cables sit tight. The line loses about 40 parts per hour. Nobody was hurt, and nothing else on the line has changed. Please send a technician this week, or tell us which part to order.`,
};

/** Returns the sample's job. */
export const sampleResultQuery = `query JobResult($jobId: ID!) {
  getJobResult(jobId: $jobId) {
    jobId
    status
    result
    downloadUrl
    tokensIn
    tokensOut
    cost
  }
}`;
