import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { limits } from '@/lib/config/limits';

/** What a parsed token takes in memory with the nodes that are made of it: 250 to 480 bytes were measured. */
const TOKEN_BYTES = 500;

/**
 * Keeps parsed documents, so that a client's next call with the same one is neither parsed nor validated again. The
 * least recently used go once all of them may take more than `limits.graphql.keptDocumentBytes`.
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
