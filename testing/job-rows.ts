import type { User } from '@/prisma/generated/prisma/client';
import { TEST_NOW } from './test-server';

/** The row of a job of the user's that waits for its turn. */
export const waitingJob = ({ id: userId, accountId }: Pick<User, 'id' | 'accountId'>, id: string) => ({
  ...({ id, accountId, userId, name: 'Waiting', status: 'QUEUED', queueState: 'WAITING' } as const),
  priority: 1,
  slots: 1,
  epoch: 0,
  crashCount: 0,
  attempts: 0,
  tokensIn: 0,
  tokensOut: 0,
  createdAt: TEST_NOW,
  workflow: '{"name":"Waiting","input":"","variables":{},"steps":[],"callbacks":[],"file":null}',
});

/** The row of a callback of a job that has ended, to an address that nothing connects to. */
export const endedCallback = (
  { id: jobId, accountId }: Pick<ReturnType<typeof endedJob>, 'id' | 'accountId'>,
  id: string,
) => ({
  ...({ id, jobId, accountId, status: 'COMPLETED', delivery: 'PAYLOAD', state: 'FAILED' } as const),
  url: 'https://127.0.0.1/hooks',
  endpoint: 'https://127.0.0.1',
  tries: 7,
  createdAt: TEST_NOW,
  endedAt: TEST_NOW,
});

/** The row of a job of the user's that has ended. */
export const endedJob = (user: Pick<User, 'id' | 'accountId'>, id: string) => ({
  ...waitingJob(user, id),
  ...({ status: 'COMPLETED', queueState: 'ENDED', finishedAt: TEST_NOW } as const),
});

/** The row of a job's only step, which waits for a person. */
export const askingStep = (jobId: string) => ({
  ...({ jobId, position: 0, stepId: 'check', task: 'approval', status: 'RUNNING', fallbacks: '[]' } as const),
  ...{ truncated: false, attempts: 0, tokensIn: 0, tokensOut: 0, isFinal: true },
  startedAt: TEST_NOW,
  waitingUntil: new Date('2999-01-01'),
});

/** The row of its request for approval. @param user the owner of its job */
export const openApproval = (
  { id: userId, accountId }: Pick<User, 'id' | 'accountId'>,
  jobId: string,
  id: string,
) => ({
  ...({ id, jobId, position: 0, accountId, userId, state: 'PENDING', isJson: false } as const),
  requestedAt: TEST_NOW,
  expiresAt: new Date('2999-01-01'),
  instructions: 'Check it.',
  text: 'The arm stalls.',
});
