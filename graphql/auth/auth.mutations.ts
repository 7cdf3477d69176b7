import { SessionType } from '@/graphql/auth/session.type';
import { builder } from '@/graphql/builder';
import { endOtherSessions } from '@/lib/server/auth/end-other-sessions';
import { endSession } from '@/lib/server/auth/end-session';
import { signIn } from '@/lib/server/auth/sign-in';
import { signOut } from '@/lib/server/auth/sign-out';

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
