import { respondToLink } from '@/lib/server/approvals/respond-to-link';

const respond = async (request: Request, { params }: { params: Promise<{ token: string }> }) =>
  respondToLink(request, (await params).token);

/** All methods: without its own response, Next would refuse the others with an empty 405. */
export {
  respond as DELETE,
  respond as GET,
  respond as HEAD,
  respond as OPTIONS,
  respond as PATCH,
  respond as POST,
  respond as PUT,
};
