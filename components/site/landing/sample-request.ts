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
