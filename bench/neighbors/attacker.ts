import type { Client, Neighborhood } from '@/testing/neighbors/neighborhood';

interface Call {
  query: string;
  variables?: object;
  /** Sent as the variable `file`, in a form. */
  file?: string;
  /** In place of the client's own session. */
  token?: string;
}

/** The parts of a response that attacks read. */
export interface Response {
  status: number;
  data: { job?: { jobId: string; status: string }; key?: { rawKey: string; apiKey: { id: string } } } | null;
}

/** A client during an attack, which ends with the signal. */
export interface Attacker {
  signal: AbortSignal;
  /** Of the site. */
  origin: string;
  /** Its own, as the proxy names it. */
  address: string;
  /** Whether no other client attacks. */
  isAlone: boolean;
  call(call: Call): Promise<Response>;
  /** Follows a job until it ends. */
  follow(jobId: string): Promise<void>;
  /** Resolves once the jobs of all clients have ended. */
  untilIdle(): Promise<void>;
}

export function attacker(
  { api, clients, untilIdle }: Neighborhood,
  { token: own, address }: Client,
  signal: AbortSignal,
): Attacker {
  const send = (headers: Record<string, string>, body: BodyInit, token = own) =>
    fetch(api, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address, ...headers },
      body,
      signal,
    });
  return {
    ...{ signal, address, origin: new URL(api).origin },
    // The last one is the third account.
    isAlone: clients.length === 2,
    async call({ query, variables, file, token }) {
      const body = JSON.stringify({ query, variables: { ...variables, ...(file && { file: null }) } });
      const response = await (file
        ? send({ 'graphql-require-preflight': '1' }, formOf(body, file), token)
        : send({ 'content-type': 'application/json' }, body, token));
      const { data = null } = (await response.json()) as Partial<Response>;
      return { status: response.status, data };
    },
    async follow(jobId) {
      const query = `subscription { jobUpdates(jobId: "${jobId}") { status steps { id status } } }`;
      const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
      await (await send(headers, JSON.stringify({ query }))).text();
    },
    untilIdle: () => untilIdle(signal),
  };
}

function formOf(operations: string, file: string): FormData {
  const form = new FormData();
  form.set('operations', operations);
  form.set('map', '{"0":["variables.file"]}');
  form.set('0', new Blob([file]), 'line.txt');
  return form;
}
