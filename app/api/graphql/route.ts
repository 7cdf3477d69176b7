import { handleGraphqlRequest } from '@/graphql/handle-request';
import { startedYoga } from '@/graphql/yoga';

const handle = (request: Request): Promise<Response> => handleGraphqlRequest(startedYoga, request);

/** All methods: without its own answer, Next would refuse the others with an empty 405 that names no other method. */
export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
