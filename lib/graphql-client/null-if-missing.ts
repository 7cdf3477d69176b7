import { CombinedError } from 'urql';
import { hasErrorCode } from './client-errors';

/** The data of a call; null if there is no such record that the person may see. @throws other errors of the call */
export async function nullIfMissing<Data>(reading: Promise<Data>): Promise<Data | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CombinedError && hasErrorCode(error, 'NOT_FOUND')) return null;
    throw error;
  }
}
