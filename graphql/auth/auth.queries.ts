import { SignedInSessionType } from '@/graphql/auth/signed-in-session.type';
import { builder } from '@/graphql/builder';
import { limits } from '@/lib/config/limits';
import { listMySessions } from '@/lib/server/auth/list-my-sessions';

builder.queryFields((t) => ({
  mySessions: t.withAuth({ access: 'session' }).field({
    type: [SignedInSessionType],
    extensions: { rows: limits.session.listed },
    description: `The caller's sessions: the calling one first, then by last use, newest first; at most ${limits.session.listed}.`,
    resolve: (_root, _args, ctx) => listMySessions(ctx, ctx.viewer),
  }),
}));
