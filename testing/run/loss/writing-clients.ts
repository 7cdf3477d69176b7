import { setTimeout as delay } from 'node:timers/promises';
import { callApi, type Session } from './api-client';

type Kind = 'key' | 'profile' | 'account';

/** Writes one kind of value in one session. */
export interface WritingClient extends Session {
  kind: Kind;
}

export interface Write {
  kind: Kind | 'delete';
  /** The distinct text that it stores; the key's id for a deletion. */
  value: string;
}

/** Select only what the clients need. */
const documents: Record<Write['kind'], string> = {
  key: 'mutation ($value: String!) { createAPIKey(name: $value) { apiKey { id } } }',
  delete: 'mutation ($value: ID!) { deleteAPIKey(id: $value) }',
  profile: 'mutation ($value: String!) { updateMyProfile(first_name: $value) { id } }',
  account:
    'mutation ($id: ID!, $value: String!) { updateAccount(id: $id, updates: { account_name: $value }) { id } }',
};

interface Writing {
  /** Grows while the clients write. */
  acknowledged: Write[];
  refused: unknown[];
  sent: () => number;
  stop: () => Promise<void>;
}

/**
 * Lets clients write distinct values one after the other, whatever happens to the server, until they are stopped. Every
 * second key is deleted again.
 */
export function writingClients(port: number, clients: WritingClient[]): Writing {
  const acknowledged: Write[] = [];
  const refused: unknown[] = [];
  let sent = 0;
  let writing = true;

  const send = async (write: Write, { token, accountId }: Session) => {
    sent += 1;
    try {
      const variables = { value: write.value, ...(write.kind === 'account' && { id: accountId }) };
      const { data, errors } = await callApi<{ createAPIKey?: { apiKey: { id: string } } }>(
        port,
        documents[write.kind],
        { token, variables },
      );
      if (data) acknowledged.push(write);
      else refused.push(errors);
      return data;
    } catch {
      // The server was killed: the write may or may not have been made.
      await delay(50);
      return null;
    }
  };
  const run = async (client: WritingClient, name: number) => {
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
