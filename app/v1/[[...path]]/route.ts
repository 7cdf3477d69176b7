import { respondToBatches } from '@/lib/server/batches/respond-to-batches';

const respond = (request: Request): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  return respondToBatches(request, pathname + search);
};

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
