import { type DocumentNode, Kind, parse, print, visit } from 'graphql';
import { formatDocument } from 'urql';
import { afterEach, expect, test, vi } from 'vitest';
import { RateLimited } from './client-errors';
import { type CurrentUser, currentUserFragment, fetchCurrentUser, meQuery } from './current-user';
import { graphql } from './graphql';

const answer = (status: number, body: object | string) =>
  vi.stubGlobal('fetch', async () =>
    typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status }),
  );
const refusal = (code: string, more = {}) => ({
  errors: [{ message: 'No.', extensions: { code, ...more } }],
});
afterEach(() => vi.unstubAllGlobals());

/** A document with fragments put in the place of their names, as text. */
const inPlace = (document: DocumentNode) => {
  const selections = new Map(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet.selections]] : [],
    ),
  );
  return print(
    visit(document, {
      SelectionSet: (set) => ({
        ...set,
        selections: set.selections.flatMap((each) =>
          each.kind === Kind.FRAGMENT_SPREAD ? (selections.get(each.name.value) ?? []) : [each],
        ),
      }),
      FragmentDefinition: () => null,
    }),
  );
};

test('a person is asked for with the fields that urql asks for, in their order', () => {
  const me = graphql('query Me { me { ...CurrentUser } }', [currentUserFragment]);
  expect(print(parse(meQuery))).toBe(print(formatDocument(parse(inPlace(me)))));
});

test('the person of a valid token, and null for an invalid one', async () => {
  const ada = { id: 'usr_ada' } as unknown as CurrentUser;
  answer(200, { data: { me: ada } });
  expect(await fetchCurrentUser('a')).toEqual(ada);
  answer(200, { data: { me: null } });
  expect(await fetchCurrentUser('a')).toBeNull();
  answer(401, refusal('UNAUTHENTICATED'));
  expect(await fetchCurrentUser('a')).toBeNull();
});

test('a limit is distinguished from other failures, with the time until the next call', async () => {
  answer(429, refusal('RATE_LIMITED', { retryAfter: 7 }));
  await expect(fetchCurrentUser('a')).rejects.toEqual(new RateLimited('No.', 7));
  answer(500, refusal('INTERNAL_SERVER_ERROR'));
  await expect(fetchCurrentUser('a')).rejects.toThrow('No.');
});

test.each([
  ['a page of something in between', 502, '<h1>Bad gateway</h1>'],
  ['JSON that is no answer', 200, {}],
])('%s is a failure, and says nothing about the token', async (_name, status, body) => {
  answer(status, body);
  await expect(fetchCurrentUser('a')).rejects.toThrow();
});
