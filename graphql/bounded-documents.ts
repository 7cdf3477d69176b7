import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { limits } from '@/lib/config/limits';

/** Memory per token of a parsed document, its syntax nodes included: measurements gave 250 to 480 bytes. */
const TOKEN_BYTES = 500;

/**
 * Caches parsed documents, so that a call with the same document isn't parsed and validated again. Evicts the least
 * recently used once the cache may take more than `limits.graphql.keptDocumentBytes`.
 */
export const boundedDocuments = () =>
  new LRUCache<string, DocumentNode>({
    maxSize: limits.graphql.keptDocumentBytes,
    sizeCalculation: (document, text) => 2 * text.length + TOKEN_BYTES * tokensOf(document),
  });

function tokensOf({ loc }: DocumentNode): number {
  let count = 0;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) count += 1;
  return count;
}
