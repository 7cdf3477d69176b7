import { answerTestMessage } from '@/lib/server/webhooks/test-messages';

const answer = async (request: Request, { params }: { params: Promise<{ id: string }> }) =>
  answerTestMessage(request, (await params).id);

/** The receivers of test messages, one for each account (content/devdocs/webhooks/overview.mdx). */
export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
