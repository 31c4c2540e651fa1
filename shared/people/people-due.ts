import { DUE_COUNTED_MAX } from '#shared/contract/constants.ts';

/** How many people will be deleted by their owner's choice, in words; above a limit they are not counted. */
export function peopleDue(count: number): string {
  if (count === 1) return '1 person';
  const isMore = count > DUE_COUNTED_MAX;
  return `${isMore ? 'more than ' : ''}${Math.min(count, DUE_COUNTED_MAX).toLocaleString('en-US')} people`;
}
