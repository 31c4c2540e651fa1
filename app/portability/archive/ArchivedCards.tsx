import type { ArchivedCard } from '#shared/portability/archive.ts';

/** The planned or actual outcome of each card. */
export function ArchivedCards({
  cards,
  words,
}: {
  cards: readonly ArchivedCard[];
  words: (card: ArchivedCard) => string;
}) {
  if (cards.length === 0) return <p className="text-ink-2">This archive has no cards.</p>;
  return (
    <ul className="divide-y divide-line rounded-control border border-line">
      {cards.map((card, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards of an archive keep their order
        <li key={place} className="px-4 py-3">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 font-medium wrap-anywhere">{card.name}</span>
            <span className="text-ink-2">{words(card)}</span>
          </p>
          <ArchiveNotes notes={card.notes} />
        </li>
      ))}
    </ul>
  );
}

export function ArchiveNotes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <p key={note} className="mt-1 text-sm wrap-anywhere text-ink-2">
      {note}
    </p>
  ));
}
