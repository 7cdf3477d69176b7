import { handleGraphqlRequest } from '@/graphql/handle-request';
import { startedYoga } from '@/graphql/started-yoga';

const answer = (request: Request): Promise<Response> => handleGraphqlRequest(startedYoga, request);

export { answer as GET, answer as OPTIONS, answer as POST };
