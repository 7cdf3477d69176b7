import { fileLink } from '@/lib/server/files/file-links';
import { findDownload } from '@/lib/server/files/find-download';
import { filesOfJobs } from '@/lib/server/files/find-files';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { JobFiles } from '@/lib/server/webhooks/callback-body';

/** The files of jobs for callbacks. */
export const jobFiles = (ctx: Pick<ServerContext, 'db' | 'keys' | 'now'>): JobFiles => ({
  async hasFiles(jobId) {
    const files = await filesOfJobs(ctx.db.sql, [jobId]);
    return files.some(({ hash }) => hash !== null);
  },
  downloadUrl: (jobId) => fileLink(ctx, jobId),
  async file(jobId, longest) {
    const { name, type, size, read } = await findDownload(ctx, jobId, {});
    if (size !== null && size > longest) return null;
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of read()) {
      length += chunk.length;
      if (length > longest) return null;
      chunks.push(chunk);
    }
    return { name, type, bytes: Buffer.concat(chunks) };
  },
});
