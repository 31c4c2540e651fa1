import { isOutOfTime } from '#server/db/open.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Reads an owner's list, which no statement may take longer for than signed-in calls may (docs/decisions/391). */
export async function readWithin<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!isOutOfTime(error)) throw error;
    throw new AppError(
      'unavailable',
      'This list takes too long to read right now. Please try again in a minute, or search for less.',
      { retryAfter: 60 },
    );
  }
}
