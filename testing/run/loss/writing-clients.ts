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

/** How long (ms) a client waits after a write that wasn't acknowledged. */
const PAUSE = 50;

/** Select only what the clients need. */
const documents: Record<Write['kind'], string> = {
  key: 'mutation ($value: String!) { createAPIKey(name: $value) { apiKey { id } } }',
  delete: 'mutation ($value: ID!) { deleteAPIKey(id: $value) }',
  profile: 'mutation ($value: String!) { updateMyProfile(first_name: $value) { id } }',
  account:
    'mutation ($id: ID!, $value: String!) { updateAccount(id: $id, updates: { account_name: $value }) { id } }',
};

/** A response without success. */
interface Refusal {
  write: Write;
  status: number;
  errors: unknown;
  /** How long it took. */
  milliseconds: number;
}

interface Writing {
  /** Grows while the clients write. */
  acknowledged: Write[];
  refused: Refusal[];
  /** Why requests had no complete response: these writes may or may not have been made. */
  broken: unknown[];
  sent: () => number;
  stop: () => Promise<void>;
}

/**
 * Lets clients write distinct values one after the other, whatever happens to the server, until they are stopped. Every
 * second key is deleted again.
 */
export function writingClients(port: number, clients: WritingClient[]): Writing {
  const acknowledged: Write[] = [];
  const refused: Refusal[] = [];
  const broken: unknown[] = [];
  let sent = 0;
  let writing = true;

  const send = async (write: Write, { token, accountId }: Session) => {
    sent += 1;
    const since = performance.now();
    try {
      const variables = { value: write.value, ...(write.kind === 'account' && { id: accountId }) };
      const { status, data, errors } = await callApi<{ createAPIKey?: { apiKey: { id: string } } }>(
        port,
        documents[write.kind],
        { token, variables },
      );
      if (data) acknowledged.push(write);
      else {
        refused.push({ write, status, errors, milliseconds: performance.now() - since });
        await delay(PAUSE);
      }
      return data;
    } catch (error) {
      broken.push(error);
      await delay(PAUSE);
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
    broken,
    sent: () => sent,
    stop: async () => {
      writing = false;
      await Promise.all(running);
    },
  };
}
