import { builder } from '@/graphql/builder';
import { approvalLink, mayDecide } from '@/lib/server/approvals/approval-link';
import type { OpenApproval } from '@/lib/server/approvals/list-approvals';
import type { ApprovalView } from '@/lib/server/workflows/views/job-approvals';
import { approvalDecisions } from '@/lib/validation/workflows';

export const ApprovalDecisionType = builder.enumType('ApprovalDecision', { values: approvalDecisions });

const ApprovalStateType = builder.enumType('ApprovalState', {
  values: {
    PENDING: { description: 'Nobody has decided yet.' },
    APPROVED: { description: 'The text was approved as it is.' },
    EDITED: { description: 'The person replaced the text, and approved that.' },
    REFUSED: {},
    TIMED_OUT: { description: 'Nobody decided in time.' },
    WITHDRAWN: { description: 'Its job ended first.' },
  },
});

const ApprovalWayType = builder.enumType('ApprovalWay', { values: ['SESSION', 'API_KEY', 'LINK'] as const });

const ApprovalDeciderType = builder
  .objectRef<NonNullable<ApprovalView['decidedBy']>>('ApprovalDecider')
  .implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      name: t.exposeString('name', { description: 'The email address if there is no name.' }),
    }),
  });

/** A key that may only start and decide jobs doesn't read what others asked. */
const asked = { access: 'read' } as const;

export const StepApprovalType = builder.objectRef<ApprovalView>('StepApproval').implement({
  description: 'What a step has asked a person, and what came of it.',
  fields: (t) => ({
    state: t.expose('state', { type: ApprovalStateType }),
    requestedAt: t.expose('requestedAt', { type: 'EpochMillis' }),
    expiresAt: t.expose('expiresAt', { type: 'EpochMillis' }),
    decidedAt: t.expose('decidedAt', { type: 'EpochMillis', nullable: true }),
    decidedBy: t.expose('decidedBy', {
      type: ApprovalDeciderType,
      nullable: true,
      description: 'Null if nobody decided, or the signed link was used.',
    }),
    decidedThrough: t.field({
      type: ApprovalWayType,
      nullable: true,
      description: 'Null if nobody decided.',
      resolve: ({ state, decidedBy, apiKeyId }) => {
        if (state === 'PENDING' || state === 'TIMED_OUT' || state === 'WITHDRAWN') return null;
        if (decidedBy === null) return 'LINK';
        return apiKeyId === null ? 'SESSION' : 'API_KEY';
      },
    }),
    decidedAs: t.withAuth(asked).exposeString('decidedAs', {
      nullable: true,
      description:
        'The name that the person gave with the signed link. Nobody has verified it. Null if none was given, or it is no longer kept.',
    }),
    isJson: t.boolean({
      description: 'Whether the text is a JSON object or list, and an edit has to be one.',
      resolve: ({ isJson }) => Boolean(isJson),
    }),
    text: t.withAuth(asked).string({
      nullable: true,
      description: 'The text to approve; null once it is no longer kept.',
      resolve: async (approval, _args, { contents }) => (await approval.texts(contents))?.text || null,
    }),
    instructions: t.withAuth(asked).string({
      nullable: true,
      description: 'What to look at; null if nothing is said, or it is no longer kept.',
      resolve: async (approval, _args, { contents }) =>
        (await approval.texts(contents))?.instructions || null,
    }),
    reason: t.withAuth(asked).string({
      nullable: true,
      description: 'That the person gave; null without one.',
      resolve: async (approval, _args, { contents }) => (await approval.texts(contents))?.reason ?? null,
    }),
    link: t.withAuth(asked).string({
      nullable: true,
      description:
        'A signed link to a page that decides it without signing in; null unless it is open and the caller may decide it.',
      resolve: (approval, _args, ctx) =>
        approval.state === 'PENDING' && mayDecide(ctx.viewer, approval) ? approvalLink(ctx, approval) : null,
    }),
  }),
});

export const OpenApprovalType = builder.objectRef<OpenApproval>('OpenApproval').implement({
  description: 'A step that waits for a person.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Of the request, for the page of the list.' }),
    jobId: t.exposeID('jobId'),
    stepId: t.exposeID('stepId'),
    name: t.exposeString('name', { description: 'Of its job.' }),
    user_id: t.exposeID('userId', { description: 'The user who started the job.' }),
    requestedAt: t.expose('requestedAt', { type: 'EpochMillis' }),
    expiresAt: t.expose('expiresAt', { type: 'EpochMillis' }),
  }),
});
