import { handleGraphqlRequest } from '@/graphql/handle-request';
import { startedYoga } from '@/graphql/yoga';

const answer = (request: Request): Promise<Response> => handleGraphqlRequest(startedYoga, request);

/** All methods: without its own answer, Next would refuse the others with an empty 405 that names no other method. */
export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
