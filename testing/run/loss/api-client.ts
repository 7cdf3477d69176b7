// @ts-check

/** @typedef {{ status: number, headers: Headers, data: Record<string, any> | null, errors: any[] }} Answer */

/**
 * Sends one document to the API of this machine.
 *
 * @param {number} port
 * @param {string} query
 * @param {{ token?: string, variables?: Record<string, unknown> }} [options]
 * @returns {Promise<Answer>}
 * @throws where no answer came whole: nobody knows then what became of the call
 */
export async function callApi(port, query, { token, variables } = {}) {
  const response = await fetch(`http://127.0.0.1:${port}/api/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // A killed server's connections are of no use to the next one.
      connection: 'close',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.timeout(20_000),
  });
  const { data = null, errors = [] } = await response.json();
  return { status: response.status, headers: response.headers, data, errors };
}

/** @param {number} port @param {string} email of a demo account @param {string} password @returns {Promise<string>} */
export async function signIn(port, email, password) {
  const query =
    'mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { token } }';
  const { data, errors } = await callApi(port, query, { variables: { email, password } });
  if (!data) throw new Error(`${email} could not sign in: ${JSON.stringify(errors)}`);
  return data.signIn.token;
}
