/** A file in OpenAI's format. Times in seconds since the epoch. */
export interface BatchFile {
  id: string;
  object: 'file';
  bytes: number;
  created_at: number;
  expires_at?: number;
  filename: string;
  purpose: 'batch' | 'batch_output';
  status: 'processed';
}

/** A list in OpenAI's format. */
export interface ListOf<Item> {
  object: 'list';
  data: Item[];
  has_more: boolean;
  first_id: string | null;
  last_id: string | null;
}

export const listOf = <Item extends { id: string }>(found: Item[], limit: number): ListOf<Item> => {
  const data = found.slice(0, limit);
  return {
    ...{ object: 'list', data, has_more: found.length > limit },
    ...{ first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null },
  };
};

export const seconds = (time: Date): number => Math.floor(time.getTime() / 1_000);
