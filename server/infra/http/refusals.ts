import { AppError } from '#shared/contract/errors.ts';

/** Refusals that several places make. */

export const unreadable = () =>
  new AppError('bad_request', 'We couldn’t read that request. Please check what you sent.');
export const requestEndedEarly = () =>
  new AppError('bad_request', 'The request ended early. Please try again.');
export const nothingHere = () => new AppError('not_found', 'There’s nothing at this address.');
