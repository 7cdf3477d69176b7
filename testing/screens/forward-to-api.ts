import { request as send } from 'node:http';
import type { Plugin } from 'vite';

/** Forwards requests that aren't for pages to the server that `serve-api.ts` has started on another port. */
export const forwardToApi: Plugin = {
  name: 'forward-to-api',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const { url = '', method, headers } = request;
      const isCall = method === 'POST' && /^\/(?:api|testing)\//.test(url);
      const isFile = /^\/(?:api\/(?:files|approvals)\/|email-settings\.json$)/.test(url);
      if (!isCall && !isFile) return next();
      const forwarded = send(`${process.env.SCREENS_API}${url}`, { method, headers }, (apiResponse) => {
        response.writeHead(apiResponse.statusCode ?? 502, apiResponse.headers);
        apiResponse.pipe(response);
      });
      forwarded.on('error', (error) => response.writeHead(502).end(error.message));
      request.pipe(forwarded);
    });
  },
};
