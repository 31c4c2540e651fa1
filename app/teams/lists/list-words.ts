import { counted } from '#app/frame/counted.ts';
import type { ListTarget, TeamList } from '#shared/teams/lists.ts';

/** The words about lists by which a team prepares cards. */

export const TARGET_LABELS: Record<ListTarget, string> = {
  fullName: 'Full name',
  givenName: 'First name',
  familyName: 'Last name',
  email: 'Email',
  jobTitle: 'Job title',
  department: 'Department',
  phone: 'Phone',
  company: 'Company',
  location: 'Location',
  role: 'Part in the team',
  skip: 'Leave out',
};

/** The outcome of a list that has ended. */
export function sayListOutcome({ state, error, progress, undo, open }: TeamList): string {
  if (state === 'failed') return error ?? 'This list failed.';
  if (state === 'undone') {
    const kept = undo.kept > 0 ? `; ${undo.kept.toLocaleString('en-US')} claimed, which stay` : '';
    return `${counted(undo.removed, 'card')} taken back${kept}`;
  }
  return [
    `${counted(progress.prepared, 'card')} prepared`,
    open.unclaimed > 0 && `${open.unclaimed.toLocaleString('en-US')} not claimed yet`,
    open.waiting > 0 && `${counted(open.waiting, 'invite')} to be sent over the next days`,
    progress.skipped > 0 && `${counted(progress.skipped, 'line')} skipped`,
    progress.failed > 0 && `${counted(progress.failed, 'line')} with problems`,
  ]
    .filter(Boolean)
    .join(', ');
}
