import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { sendRootCallsToApi } from './root-api';

const json = { 'content-type': 'application/json; charset=utf-8' };

test.each([
  ['JSON posted to the root is for the API', 'POST', '/', json, '/api/graphql'],
  ['however its type is written', 'POST', '/', { 'content-type': 'Application/JSON' }, '/api/graphql'],
  ['with its query', 'POST', '/?from=cli', json, '/api/graphql?from=cli'],
  ['and so is its preflight', 'OPTIONS', '/', { 'access-control-request-method': 'POST' }, '/api/graphql'],
  ['a visitor gets the landing page', 'GET', '/', { accept: 'text/html' }, '/'],
  ['whatever type the visitor claims to send', 'GET', '/', json, '/'],
  ['a form posted to the root stays there', 'POST', '/', { 'content-type': 'text/plain' }, '/'],
  ['so does a type that only begins like JSON', 'POST', '/', { 'content-type': 'application/jsonp' }, '/'],
  ['other pages stay where they are', 'POST', '/contact', json, '/contact'],
  ['a path that only begins like it, too', 'POST', '//', json, '//'],
])('%s', (_, method, url, headers, expected) => {
  const request = { method, url, headers } as unknown as IncomingMessage;
  sendRootCallsToApi(request);
  expect(request.url).toBe(expected);
});
