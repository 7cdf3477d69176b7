import { builder } from '@/graphql/builder';
import { UserType } from '@/graphql/users/users.types';
import { limits } from '@/lib/config/limits';
import {
  endOtherSessions,
  endSession,
  listMySessions,
  type SignedInSession,
  signOut,
} from '@/lib/server/auth/sessions';
import { signIn } from '@/lib/server/auth/sign-in';
import type { User } from '@/prisma/generated/prisma/client';

const SessionType = builder.objectRef<{ token: string; user: User; expiresAt: Date }>('Session').implement({
  fields: (t) => ({
    token: t.exposeString('token', { description: 'The bearer token, readable in this one response.' }),
    user: t.expose('user', { type: UserType }),
    expires_at: t.expose('expiresAt', {
      type: 'EpochMillis',
      description: 'Thirty days after its last use.',
    }),
  }),
});

const SignedInSessionType = builder.objectRef<SignedInSession>('SignedInSession').implement({
  description: 'A session as its owner sees it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    device: t.exposeString('device', {
      description: 'Browser and system as they call themselves: `Chrome on Windows`.',
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: "The network address it was started from; null where that isn't known.",
    }),
    createdAt: t.expose('createdAt', { type: 'EpochMillis' }),
    last_used_at: t.expose('lastUsedAt', { type: 'EpochMillis', description: 'To the minute.' }),
    expires_at: t.expose('expiresAt', {
      type: 'EpochMillis',
      description: 'Thirty days after its last use.',
    }),
    is_current: t.exposeBoolean('isCurrent', { description: 'It made the call.' }),
  }),
});

builder.queryFields((t) => ({
  mySessions: t.withAuth({ access: 'session' }).field({
    type: [SignedInSessionType],
    extensions: { rows: limits.session.listed },
    description: `The caller's sessions: the calling one first, then by last use, newest first; at most ${limits.session.listed}.`,
    resolve: (_root, _args, ctx) => listMySessions(ctx, ctx.viewer),
  }),
}));

builder.mutationFields((t) => ({
  signIn: t.field({
    type: SessionType,
    description:
      'Starts a session. RATE_LIMITED after 10 failures in 15 minutes for one address from one client.',
    authScopes: { anyone: true },
    args: { email: t.arg.string({ required: true }), password: t.arg.string({ required: true }) },
    resolve: (_root, args, ctx) => signIn(ctx, { ...ctx.client, limiter: ctx.signInLimiter }, args),
  }),
  signOut: t.withAuth({ access: 'session' }).field({
    type: 'Boolean',
    description: 'Ends the session that made the call.',
    resolve: (_root, _args, ctx) => signOut(ctx, ctx.viewer),
  }),
  endSession: t.withAuth({ access: 'session' }).field({
    type: 'Boolean',
    description: "Ends one of the caller's own sessions at once; the one that made the call too.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => endSession(ctx, ctx.viewer, id),
  }),
  endOtherSessions: t.withAuth({ access: 'session' }).field({
    type: 'Count',
    description: "Ends all of the caller's sessions but the one that made the call; how many were open.",
    resolve: (_root, _args, ctx) => endOtherSessions(ctx, ctx.viewer),
  }),
}));
