import type { Restoration } from '#server/infra/hold/restored.ts';
import { countOf } from '#server/portability/archive/archive-words.ts';
import type { WaitingKind, WaitingPart } from './waiting.ts';

/** Words for an operator about a restored copy that waits. */

export interface WaitingCopy {
  restoration: Restoration;
  waiting: readonly WaitingPart[];
  /** Customers of the provider whose accounts the backup does not know. */
  unknown: readonly { customerId: string; userId: string | null }[];
  /** Why the provider could not be asked for them. */
  failure: string | null;
}

const CUSTOMERS_SHOWN = 50;
const END_THEM = 'npm run admin -- reconcile --end-orphans';

const atMinute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** "mails (14, the oldest from 2026-11-25 02:00 UTC)". */
export const describeWaiting = ({ kind, brought, oldest }: WaitingPart): string =>
  `${kind.noun} (${brought}${oldest ? `, the oldest from ${atMinute(oldest)}` : ''})`;

function describeLine(one: WaitingPart): string {
  const since = one.since > 0 ? `${one.since} new or due since the restore, always kept` : '';
  const brought = one.brought > 0 ? describeWaiting(one) : one.kind.noun;
  const kept = one.kind.drop ? '' : 'always kept, because they follow what this database says';
  return `  ${one.kind.name}: ${[brought, since, kept].filter(Boolean).join('; ')}`;
}

export function describeAll({ restoration, waiting, unknown, failure }: WaitingCopy): string {
  const { takenAt, release, restoredAt } = restoration;
  const lines = [
    `This is a copy of ${atMinute(takenAt)}, made by Goldleaf ${release} and restored on ${atMinute(restoredAt)}.`,
    waiting.length === 0 ? 'Nothing waits to be sent.' : 'What waits:',
    ...waiting.map(describeLine),
  ];
  if (failure !== null) {
    lines.push(
      `The payment provider could not be asked for customers that this copy does not know (${failure}). The nightly comparison lists them and ends none.`,
    );
  }
  if (unknown.length > 0) {
    lines.push(
      `${countOf(unknown.length, 'customer')} of the payment provider ${unknown.length === 1 ? 'belongs to an account' : 'belong to accounts'} that this copy does not know. The release notes ${unknown.length === 1 ? 'it, and only this ends it' : 'them, and only this ends them'}: ${END_THEM}`,
      ...unknown
        .slice(0, CUSTOMERS_SHOWN)
        .map(({ customerId, userId }) => `  ${customerId} of the account ${userId}`),
    );
  }
  if (unknown.length > CUSTOMERS_SHOWN) lines.push(`  and ${unknown.length - CUSTOMERS_SHOWN} more`);
  return lines.join('\n');
}

export function describeDropped(waiting: readonly WaitingPart[], drops: readonly WaitingKind[]): string {
  const dropped = waiting.filter(({ kind, brought }) => drops.includes(kind) && brought > 0);
  const what = dropped.map(({ kind, brought }) => `${kind.noun} (${brought})`).join(', ');
  return `${what ? `Dropped: ${what}. ` : ''}This copy is released: every process goes on within seconds.`;
}
