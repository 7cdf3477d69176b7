/** Whether a job has completed, be it in spite of failed steps. @param status of a job */
export const hasCompleted = (status: string): boolean =>
  status === 'COMPLETED' || status === 'COMPLETED_WITH_FAILURES';
