import { formatMoment } from '#app/frame/dates.ts';
import { PagesDialog } from '#app/frame/ListDialog.tsx';
import type { TextMessage } from '#shared/messages/sms.ts';
import { useTexts } from './sms.queries.ts';

const STATES: Record<TextMessage['state'], string> = {
  waiting: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Not delivered',
  refused: 'Refused',
  not_sent: 'Not sent',
  outbox: 'Not sent',
  unknown: 'Unknown',
};

/** Every automatic text, newest first: what became of it, and why. */
export function TextsDialog({ onClose }: { onClose: () => void }) {
  return (
    <PagesDialog
      title="Automatic texts"
      description="Everyone who opted in. Anyone who replies STOP gets no more texts from anyone on Goldleaf."
      pages={useTexts()}
      moreLabel="Show Older Texts"
      onClose={onClose}
    >
      {(texts) => <Texts texts={texts} />}
    </PagesDialog>
  );
}

function Texts({ texts }: { texts: readonly TextMessage[] }) {
  if (texts.length === 0) return <p className="text-ink-2">No one has opted in yet.</p>;
  return (
    <ul className="divide-y divide-line">
      {texts.map((text) => (
        <Text key={text.id} text={text} />
      ))}
    </ul>
  );
}

function Text({
  text: { contactName, text, state, reason, waitsUntil, deliveredAt, attemptedAt, createdAt, ...consent },
}: {
  text: TextMessage;
}) {
  const at = deliveredAt ?? attemptedAt ?? createdAt;
  return (
    <li className="py-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="min-w-0 font-medium wrap-anywhere">{contactName ?? 'A deleted contact'}</span>
        <span className="text-ink-2">
          {state === 'waiting' && waitsUntil ? (
            <>
              Waiting until <time dateTime={waitsUntil}>{formatMoment(waitsUntil)}</time>
            </>
          ) : (
            <>
              {STATES[state]}, <time dateTime={at}>{formatMoment(at)}</time>
            </>
          )}
        </span>
      </p>
      {reason && <p className="text-sm wrap-anywhere">{reason}</p>}
      {consent.consentWithdrawnAt && (
        <p className="text-sm">Consent withdrawn {formatMoment(consent.consentWithdrawnAt)}.</p>
      )}
      <p className="mt-1 text-sm text-ink-2 wrap-anywhere">{text}</p>
    </li>
  );
}
