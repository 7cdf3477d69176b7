import type { MetadataRoute } from 'next';
import { environment } from '@/lib/server/runtime/environment';

export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/dashboard', '/api', '/approvals', '/v1'] },
    sitemap: new URL('/sitemap.xml', environment.publicUrl).href,
  };
}
