import { request as send } from 'node:http';
import type { Plugin } from 'vite';

/** Hands calls of the API to the server that `serve-api.ts` has started; it is on another port. */
export const forwardToApi: Plugin = {
  name: 'forward-to-api',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const { url = '', method, headers } = request;
      if ((!url.startsWith('/api/') && !url.startsWith('/testing/')) || method !== 'POST') return next();
      const forwarded = send(`${process.env.SCREENS_API}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      forwarded.on('error', (error) => response.writeHead(502).end(error.message));
      request.pipe(forwarded);
    });
  },
};
