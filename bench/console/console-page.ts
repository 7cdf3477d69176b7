import {
  type AnyVariables,
  type Client,
  cacheExchange,
  createClient,
  fetchExchange,
  type TypedDocumentNode,
} from 'urql';

/** A page of the console, in the state that its name says. */
export interface ConsolePage {
  name: string;
  /** Reads all that it shows when it opens, as its screen does. */
  open: (client: Client) => Promise<unknown>;
  /** It shows more of the big account than of the demo: held to its time only, not to the demo's. */
  moreInBig?: boolean;
}

/** Asks as a screen's useQuery does. @throws the client's error */
export async function read<Data, Variables extends AnyVariables>(
  client: Client,
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { data, error } = await client.query(query, variables).toPromise();
  if (error || !data) throw error ?? new Error('No answer came back.');
  return data;
}

/**
 * The bodies of the requests that a page sends, byte by byte as a browser would.
 * @param answer answers one
 */
export async function requestsOf(
  page: ConsolePage,
  answer: (body: string) => Promise<Response>,
): Promise<string[]> {
  const bodies: string[] = [];
  const client = createClient({
    url: '/api/graphql',
    preferGetMethod: false,
    fetch: (_address, init) => {
      const body = String(init?.body);
      bodies.push(body);
      return answer(body);
    },
    exchanges: [cacheExchange, fetchExchange],
  });
  await page.open(client);
  return bodies;
}
