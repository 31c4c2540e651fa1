import { type ReactNode, useId } from 'react';

/** Wider than a phone, a table scrolls inside its frame: by touch, wheel, or arrow keys once focused. */
export function TableFrame({
  caption,
  isBusy,
  children,
}: {
  caption: string;
  isBusy: boolean;
  children: ReactNode;
}) {
  const captionId = useId();
  return (
    <section
      aria-labelledby={captionId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-surface border border-line bg-surface"
    >
      <table className="w-full text-sm" aria-busy={isBusy}>
        <caption id={captionId} className="px-4 py-3 text-left text-ink-2">
          {caption}
        </caption>
        {children}
      </table>
    </section>
  );
}

/** A sentence in place of rows. */
export const NoRows = ({ columns, text }: { columns: number; text: string }) => (
  <tr>
    <td colSpan={columns} className="px-4 py-10 text-center text-ink-2">
      {text}
    </td>
  </tr>
);

/** A value that opens a dialog. */
export const CELL_BUTTON =
  'inline-flex min-h-8 items-center gap-2 rounded-control border border-line px-2 hover:bg-line/50';

/** The colors of section 4: active green, trial blue, expired red, everything else gray. */
export const SUBSCRIPTION_TONES = {
  active: 'good',
  trial: 'info',
  expired: 'danger',
  cancelled: 'neutral',
} as const;
