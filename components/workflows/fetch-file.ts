import type { Client } from 'urql';
import type { JobFile } from './job';
import { readFileLink } from './use-job';

/** A file on the page of its job. */
export interface FileProps {
  file: JobFile;
  jobId: string;
}

interface Request extends Pick<RequestInit, 'method' | 'headers' | 'signal'> {
  jobId: string;
  fileId: string;
}

/** The file is no longer kept, or its job was deleted. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/**
 * A response with a file, through a new link: a page may stay open for longer than a link works.
 * @throws FileGone
 * @throws Error if the server refuses for another reason
 */
export async function fetchFile(client: Client, { jobId, fileId, ...request }: Request): Promise<Response> {
  const url = await readFileLink(client, jobId, fileId);
  if (url === null) throw new FileGone();
  const response = await fetch(onThisSite(url), request);
  if (response.status === 404 || response.status === 410) throw new FileGone();
  if (!response.ok) throw new Error(response.statusText);
  return response;
}

/** The same link at the address of this page: the server's public address may be another one. */
export function onThisSite(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost');
  return pathname + search;
}
