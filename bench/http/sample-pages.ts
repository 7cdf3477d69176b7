// @ts-check

/**
 * One public page of each kind: the landing page, a form, the documentation's first page, a long one of it, and the newest blog post.
 *
 * @param {string} origin of a running site
 * @returns {Promise<{ name: string, path: string }[]>} those that are there
 */
export async function samplePages(origin) {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)</g)].map(
    ([, address]) => new URL(address ?? '').pathname,
  );
  const post = listed.find((path) => path.startsWith('/blog/'));
  const wanted = [
    { name: 'landing', path: '/' },
    { name: 'contact', path: '/contact' },
    { name: 'docs', path: '/docs' },
    { name: 'long docs page', path: '/docs/workflows/task-plugins' },
    ...(post ? [{ name: 'blog post', path: post }] : []),
  ];
  const answers = await Promise.all(wanted.map(({ path }) => fetch(`${origin}${path}`, { method: 'HEAD' })));
  return wanted.filter((_, index) => answers[index]?.ok);
}
