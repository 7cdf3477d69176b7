import { respondToFile } from '@/lib/server/files/serve-file';

const respond = async (request: Request, { params }: { params: Promise<{ id: string }> }) =>
  respondToFile(request, (await params).id);

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
