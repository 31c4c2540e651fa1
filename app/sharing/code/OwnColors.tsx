import type { CodeColors } from '#shared/cards/cards.ts';
import { Button } from '#ui/Button.tsx';
import { ColorField } from '#ui/ColorField.tsx';

interface OwnColorsProps {
  from: string;
  to: string;
  /** The nearest scannable colors, if these are not. */
  nearest: CodeColors | undefined;
  onChange: (from: string, to: string) => void;
}

/** Two colors from corner to corner, and the way out where no camera could read them. */
export function OwnColors({ from, to, nearest, onChange }: OwnColorsProps) {
  return (
    <div className="grid gap-3">
      <div className="grid max-w-md grid-cols-2 gap-3">
        <ColorField label="From" value={from} onChange={(color) => onChange(color, to)} />
        <ColorField label="To" value={to} onChange={(color) => onChange(from, color)} />
      </div>
      <div aria-live="polite">
        {nearest && (
          <div className="flex flex-wrap items-center gap-3 rounded-control border border-gold/60 p-3 text-sm">
            <span
              aria-hidden="true"
              className="size-9 shrink-0 rounded-full"
              style={{ background: `linear-gradient(135deg, ${nearest.from}, ${nearest.to})` }}
            />
            <p className="min-w-0 flex-1 basis-56">
              These colors won’t scan reliably. Try{' '}
              <span className="whitespace-nowrap tabular-nums">{nearest.from.toUpperCase()}</span> and{' '}
              <span className="whitespace-nowrap tabular-nums">{nearest.to.toUpperCase()}</span>.
            </p>
            <Button
              variant="secondary"
              size="small"
              onClick={() => onChange(nearest.from.toUpperCase(), nearest.to.toUpperCase())}
            >
              Use these
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
