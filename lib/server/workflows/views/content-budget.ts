import { limits } from '@/lib/config/limits';
import { formatBytes } from '@/lib/format/number';
import { AppError } from '@/lib/server/errors';

/** One response's limit on what jobs were asked, sent, and wrote, counted before any of them is read. */
export class ContentBudget {
  #left: number;

  /**
   * @param caller in whose turns it's read
   * @param bytes as stored JSON
   */
  constructor(
    readonly caller = '',
    readonly bytes: number = limits.graphql.contentBytes,
  ) {
    this.#left = bytes;
  }

  /** @throws AppError RESPONSE_TOO_LARGE if the response has no space for so many bytes; nothing is taken then */
  take(bytes: number): void {
    if (bytes > this.#left) throw tooMuchContent(this.bytes);
    this.#left -= bytes;
  }

  /** For the next response of the same call. */
  renew(): void {
    this.#left = this.bytes;
  }
}

const tooMuchContent = (most: number) =>
  new AppError(
    'RESPONSE_TOO_LARGE',
    `A response has space for ${formatBytes(most)} of workflows, prompts, outputs, results, and metadata. Request those of fewer steps with \`steps(ids: …)\`, or fewer jobs with \`limit\`.`,
  );
