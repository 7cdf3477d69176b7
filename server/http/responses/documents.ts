import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import zlib from 'node:zlib';
import Negotiator from 'negotiator';
import { documentPolicy, setDocumentPolicy } from '@/server/http/headers/security-headers';
import { type PlaceholderValues, replacePlaceholders } from '@/server/http/responses/address-placeholders';

const compressors = {
  br: (text: Buffer) =>
    zlib.brotliCompressSync(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text: Buffer) => zlib.gzipSync(text, { level: 9 }),
};

/** Takes the place, in a policy, of the nonce that each response has of its own. */
const placeholder = '{nonce}';

interface Documents {
  /** The content security policy of the prerendered page at that address, as this server sends it. */
  policy(address: string): string;
  /**
   * The policy of a document that Next sends: one it renders for the request, the 404 page, or the error page.
   * @param nonce of the inline scripts that Next makes
   */
  renderedPolicy(nonce: string): string;
  /**
   * Sends the page or file at that address; HTML gets its policy.
   * @returns false if the build has no such file
   */
  send(
    address: string,
    request: IncomingMessage,
    response: ServerResponse,
    content: { type: string; status?: number },
  ): boolean;
}

/**
 * Prerendered pages and files, read, compressed and hashed once. Next would render the same bytes for every request and
 * compress them again, and each client that reads slowly would hold a copy.
 *
 * @param buildDirectory of Next, `.next`
 * @param connectTo other origins that the site's scripts may send to
 * @param values of the placeholders that the build contains
 */
export function documents(buildDirectory: string, connectTo: string[], values: PlaceholderValues): Documents {
  const built = (address: string): Buffer | undefined => {
    if (address.startsWith('/_next/')) return fs.readFileSync(path.join(buildDirectory, address.slice(6)));
    const name = path.join(buildDirectory, 'server', 'app', address === '/' ? '/index' : address);
    const file = [`${name}.html`, `${name}.body`].find((candidate) => fs.existsSync(candidate));
    return file === undefined ? undefined : fs.readFileSync(file);
  };
  const read = memoize((address) => {
    const file = built(address);
    if (!file || address.startsWith('/_next/')) return file;
    const filled = replacePlaceholders(file, values);
    // The consoles' pages show nothing before their scripts run.
    const isPublicPage =
      filled.subarray(0, 15).toString() === '<!DOCTYPE html>' && !address.startsWith('/dashboard');
    return isPublicPage ? Buffer.from(scriptsAfterPaint(String(filled))) : filled;
  });
  const bytes = (address: string) => read(address) ?? Buffer.of();
  const encoded = {
    br: memoize((address) => compressors.br(bytes(address))),
    gzip: memoize((address) => compressors.gzip(bytes(address))),
    identity: bytes,
  };
  const policy = memoize((address) => documentPolicy({ html: [String(bytes(address))], connectTo }));
  const renderedPolicy = memoize(() =>
    documentPolicy({
      html: ['/_not-found', '/_global-error'].map((address) => String(built(address) ?? '')),
      connectTo,
      nonce: placeholder,
    }),
  );
  return {
    policy,
    renderedPolicy: (nonce) => renderedPolicy('').replace(placeholder, nonce),
    send: (address, request, response, { type, status = 200 }) => {
      if (!read(address)) return false;
      const isCompressed = /^(?:font|image)\/(?!svg)/.test(type);
      const wanted = new Negotiator(request).encoding(['br', 'gzip', 'identity'], ['br', 'gzip']);
      const encoding = isCompressed ? 'identity' : (wanted ?? 'identity');
      const body = encoded[encoding](address);
      if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
      if (type.startsWith('text/html')) setDocumentPolicy(request, response, policy(address));
      response.writeHead(status, { 'Content-Type': type, 'Content-Length': body.length });
      response.end(request.method === 'HEAD' ? undefined : body);
      return true;
    },
  };
}

/** @returns the same, made once per address: only for addresses of the build, of which there are few */
function memoize<Value>(make: (address: string) => Value): (address: string) => Value {
  const values = new Map<string, Value>();
  return (address) => {
    const known = values.get(address);
    if (known !== undefined) return known;
    const value = make(address);
    values.set(address, value);
    return value;
  };
}

const preload = /<link rel="preload" as="script"[^>]*>/g;

const script = /<script src="(\/_next\/static\/[^"]+)" async=""><\/script>/g;

/**
 * A document of Next's whose scripts are requested only once the browser has painted it. Until then its styles and
 * fonts share the connection with nothing, and a slow device draws the text before it runs React. A page opened in the
 * background isn't painted, and requests its scripts at once; a browser that reports no paint does so a second after
 * everything else has loaded.
 */
export function scriptsAfterPaint(html: string): string {
  const files = [...html.matchAll(script)].map(([, file]) => file);
  if (files.length === 0) return html;
  // With `async` as an attribute, React finds the scripts in the document and doesn't add them again.
  const request =
    '()=>{for(const src of files.splice(0))document.head.append(Object.assign(document.createElement("script"),{src,async:true}))}';
  const loader = `<script>(files=>{const request=${request};if(document.hidden)request();addEventListener("load",()=>setTimeout(request,1000));try{new PerformanceObserver(request).observe({type:"paint",buffered:true})}catch{}})(${JSON.stringify(files)})</script>`;
  return html
    .replace(preload, '')
    .replace(script, '')
    .replace('</body>', () => `${loader}</body>`);
}
