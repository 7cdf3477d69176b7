// @ts-check
import { setTimeout as delay } from 'node:timers/promises';
import { callApi } from './api-client';

/**
 * @typedef {'key' | 'profile' | 'account'} Kind
 * @typedef {{ kind: Kind, token: string, accountId: string }} Client
 * @typedef {{ kind: Kind | 'delete', value: string }} Write `value`: the distinct text it stores; of a deletion the key's id
 */

/** Each answers with nothing that the write does not need. */
const documents = {
  key: 'mutation ($value: String!) { createAPIKey(name: $value) { apiKey { id } } }',
  delete: 'mutation ($value: ID!) { deleteAPIKey(id: $value) }',
  profile: 'mutation ($value: String!) { updateMyProfile(first_name: $value) { id } }',
  account:
    'mutation ($id: ID!, $value: String!) { updateAccount(id: $id, updates: { account_name: $value }) { id } }',
};

/**
 * Clients that write distinct values one after the other, whatever becomes of the server, until told to stop. Every
 * second key is deleted again.
 *
 * @param {number} port
 * @param {Client[]} clients
 */
export function writingClients(port, clients) {
  /** @type {Write[]} */
  const acknowledged = [];
  /** @type {unknown[]} */
  const refused = [];
  let sent = 0;
  let writing = true;

  const send = async (/** @type {Write} */ write, /** @type {Client} */ { token, accountId }) => {
    sent += 1;
    try {
      const variables = { value: write.value, ...(write.kind === 'account' && { id: accountId }) };
      const { data, errors } = await callApi(port, documents[write.kind], { token, variables });
      if (data) acknowledged.push(write);
      else refused.push(errors);
      return data;
    } catch {
      // Killed meanwhile: what became of the write, nobody can say.
      await delay(50);
      return null;
    }
  };
  const run = async (/** @type {Client} */ client, /** @type {number} */ name) => {
    for (let number = 0; writing; number += 1) {
      const data = await send({ kind: client.kind, value: `loss-${name}-${number}` }, client);
      const id = data?.createAPIKey?.apiKey.id;
      if (id && number % 2 === 1) await send({ kind: 'delete', value: id }, client);
    }
  };
  const running = clients.map(run);
  return {
    acknowledged,
    refused,
    sent: () => sent,
    stop: async () => {
      writing = false;
      await Promise.all(running);
    },
  };
}
