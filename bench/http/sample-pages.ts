interface SamplePage {
  name: string;
  path: string;
}

/**
 * One public page of each kind that a running site has. These are the landing page, a form, the first page of the docs,
 * a long page, and the newest blog post.
 */
export async function samplePages(origin: string): Promise<SamplePage[]> {
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
  const responses = await Promise.all(
    wanted.map(({ path }) => fetch(`${origin}${path}`, { method: 'HEAD' })),
  );
  return wanted.filter((_, index) => responses[index]?.ok);
}
