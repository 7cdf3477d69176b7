import { cacheExchange, createClient, fetchExchange } from 'urql';
import { expect, test, vi } from 'vitest';
import { queryFresh } from './calls';

const answers = (...bodies: object[]) => {
  const fetch = vi.fn(async () => Response.json(bodies.shift()));
  const exchanges = [cacheExchange, fetchExchange];
  return {
    client: createClient({ url: 'http://api.test', preferGetMethod: false, fetch, exchanges }),
    fetch,
  };
};
const query = '{ me { id } }';
const me = (id: string) => ({ data: { me: { __typename: 'User', id } } });

test('every reading asks the server, whatever the cache holds', async () => {
  const { client, fetch } = answers(me('ada'), me('bob'));
  expect(await queryFresh(client, query, {})).toMatchObject({ me: { id: 'ada' } });
  expect(await queryFresh(client, query, {})).toMatchObject({ me: { id: 'bob' } });
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("a response with an error, with data or without, throws the client's error", async () => {
  for (const data of [null, me('ada').data]) {
    const { client } = answers({ data, errors: [{ message: 'No.', extensions: { code: 'NOT_FOUND' } }] });
    await expect(queryFresh(client, query, {})).rejects.toMatchObject({
      graphQLErrors: [{ extensions: { code: 'NOT_FOUND' } }],
    });
  }
});

test('a response without data is an error too', async () => {
  const { client } = answers({ data: null });
  await expect(queryFresh(client, query, {})).rejects.toThrow();
});
