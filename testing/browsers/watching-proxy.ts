import { createHash } from 'node:crypto';
import http, { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { listen } from '@/server/http/connections/listen';

const reportPath = '/reported-by-the-page';

/** Reports before the page goes on, so that nothing is lost with the page. */
const watchScript = `(() => {
  const report = (text) => {
    const request = new XMLHttpRequest();
    request.open('POST', '${reportPath}', false);
    request.send(text);
  };
  for (const level of ['error', 'warn']) {
    const original = console[level];
    console[level] = (...values) => {
      report(level + ': ' + values.map(String).join(' '));
      original.apply(console, values);
    };
  }
  addEventListener('error', (event) => report(event.message ? 'uncaught: ' + event.message : 'not loaded: ' + (event.target.src ?? event.target.href)), true);
  addEventListener('unhandledrejection', (event) => report('uncaught: ' + event.reason));
  addEventListener('securitypolicyviolation', (event) => report('blocked: ' + event.blockedURI + ' by ' + event.violatedDirective));
})();`;

const scriptHash = `'sha256-${createHash('sha256').update(watchScript).digest('base64')}'`;

/** The site with a script in front of every page's own, which reports what the page's console gets. */
export interface WatchingProxy {
  origin: string;
  /** What pages have reported since the last call. */
  takeReports(): string[];
  close(): void;
}

/**
 * Puts a proxy in front of a site, for a browser whose driver can't read the console. It changes the HTML of pages and
 * adds one hash to their policy, nothing else.
 */
export async function startWatchingProxy(site: string): Promise<WatchingProxy> {
  let reports: string[] = [];
  const server = http.createServer(async (request, response) => {
    if (request.url === reportPath) {
      reports.push(await text(request));
      response.end();
    } else pass(request, response, site);
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    origin: `http://127.0.0.1:${port}`,
    takeReports() {
      const taken = reports;
      reports = [];
      return taken;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function pass(request: IncomingMessage, response: ServerResponse, site: string): void {
  // Without conditions, every page comes whole and with its own policy; uncompressed, it can be changed.
  const { 'if-none-match': _, 'if-modified-since': __, ...headers } = request.headers;
  const options = { method: request.method, headers: { ...headers, 'accept-encoding': 'identity' } };
  // If the browser or the server goes away, the other's connection ends too, and the flow notices.
  const end = () => response.destroy();
  const passed = http.request(new URL(request.url ?? '/', site), options, (answer) => {
    if (answer.headers['content-type']?.startsWith('text/html')) sendPage(answer, response).catch(end);
    else answer.pipe(response.writeHead(Number(answer.statusCode), answer.headers));
  });
  passed.on('error', end);
  response.on('close', () => passed.destroy());
  request.pipe(passed);
}

async function sendPage(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const html = (await buffer(answer)).toString();
  const page = html.replace('<head>', () => `<head><script>${watchScript}</script>`);
  const headers = { ...pageHeaders(answer), 'content-length': Buffer.byteLength(page) };
  response.writeHead(Number(answer.statusCode), headers).end(page);
}

function pageHeaders({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const { 'content-security-policy': policy = '', 'transfer-encoding': _, ...others } = headers;
  return {
    ...others,
    'content-security-policy': String(policy).replace('script-src ', `script-src ${scriptHash} `),
  };
}
