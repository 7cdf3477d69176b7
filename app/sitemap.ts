import type { MetadataRoute } from 'next';
import { listPublicPages } from '@/lib/content/public-pages';
import { environment } from '@/lib/server/runtime/environment';

export default function sitemap(): MetadataRoute.Sitemap {
  return listPublicPages().map(({ path, updated }) => ({
    url: new URL(path, environment.publicUrl).href,
    lastModified: updated,
  }));
}
