import { createHash } from 'node:crypto';

/** The inline scripts of a document that its policy wouldn't let run. */
export function blockedScripts(html: string, policy: string): string[] {
  const [scripts = ''] = /script-src [^;]+/.exec(policy) ?? [];
  return [...html.matchAll(/<script(?![^>]* src=)([^>]*)>(.*?)<\/script>/gs)]
    .filter(([, attributes = '', body = '']) => {
      const [, nonce] = / nonce="([^"]+)"/.exec(attributes) ?? [];
      const hash = createHash('sha256').update(body).digest('base64');
      const isData = attributes.includes('application/ld+json');
      return (
        !isData && !scripts.includes(`'sha256-${hash}'`) && !(nonce && scripts.includes(`'nonce-${nonce}'`))
      );
    })
    .map(([element]) => `blocked: ${element.slice(0, 80)}`);
}
