import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ImageResponse } from 'next/og';
import { PreviewImage } from '@/components/site/og/preview-image';
import { previewPath, previewSize } from '@/lib/config/page-metadata';
import { listPublicPages } from '@/lib/content/public-pages';

// Every image is made when the site is built; an address that is none of them is a 404.
export const dynamic = 'force-static';
export const dynamicParams = false;

interface Context {
  params: Promise<{ path: string[] }>;
}

/** The folders and file of each public page's image. */
export const generateStaticParams = () =>
  listPublicPages().map((page) => ({ path: previewPath(page.path).split('/').slice(2) }));

/** A public page's preview image, PNG. */
export async function GET(_: Request, { params }: Context) {
  const address = `/og/${(await params).path.join('/')}`;
  const page = listPublicPages().find((one) => previewPath(one.path) === address);
  if (!page) return new Response(null, { status: 404 });
  return new ImageResponse(<PreviewImage {...page} />, {
    ...previewSize,
    fonts: [
      { name: 'Inter', weight: 400, data: await readFont(400) },
      { name: 'Inter', weight: 600, data: await readFont(600) },
    ],
    // The address stays when the picture changes.
    headers: { 'cache-control': 'public, max-age=86400' },
  });
}

const readFont = (weight: number) =>
  readFile(
    path.join(process.cwd(), 'node_modules/@fontsource/inter/files', `inter-latin-${weight}-normal.woff`),
  );
