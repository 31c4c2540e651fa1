import { Download } from 'lucide-react';
import { useState } from 'react';
import { ErrorState } from '#app/frame/LoadFailed.tsx';
import { ChoiceTiles } from '#app/sharing/part/ChoiceTiles.tsx';
import { SharingPart, type SharingProps } from '#app/sharing/part/SharingPart.tsx';
import {
  BACKGROUND_DESIGN_LABELS,
  BACKGROUND_DESIGNS,
  BACKGROUND_SIDES,
  BACKGROUND_SIZES,
  type BackgroundDesign,
  type BackgroundSide,
} from '#shared/cards/backgrounds.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Choice.tsx';
import { addressOfBackground, type BackgroundChoice, useSaveBackground } from './background.queries.ts';

const SIDE_LABELS: Record<BackgroundSide, string> = { left: 'Left', right: 'Right' };
const SIDES = BACKGROUND_SIDES.map((value) => ({ value, label: SIDE_LABELS[value] }));

/** A picture to put behind oneself in video calls, with the card's code. */
export function BackgroundPart({ card, isCounted }: SharingProps) {
  const [choice, setChoice] = useState<BackgroundChoice>({ design: 'paper', side: 'right' });
  const [showsPerson, setShowsPerson] = useState(true);
  const save = useSaveBackground(card);
  const download = (size: 'hd' | '4k') => save.mutate({ ...choice, size });
  return (
    <SharingPart
      title="Background"
      text="Use it in video calls so people can scan your card."
      preview={<Preview key={`${card.updatedAt}`} card={card} choice={choice} showsPerson={showsPerson} />}
      actions={
        <>
          <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
            <Button onClick={() => download('hd')}>
              <Download size={18} />
              Download 1920 × 1080
            </Button>
            <Button variant="secondary" onClick={() => download('4k')}>
              <Download size={18} />
              Download 3840 × 2160
            </Button>
          </div>
          <p className="max-w-prose text-sm text-pretty text-ink-2">
            It may look mirrored to you. Others see it correctly.
            {isCounted && ' Scans are tracked as “Meeting background.”'}
          </p>
        </>
      }
    >
      <DesignPicker card={card} choice={choice} onChoose={(design) => setChoice({ ...choice, design })} />
      <ChoiceTiles
        label="QR position"
        options={SIDES}
        value={choice.side}
        onChange={(side) => setChoice({ ...choice, side })}
      />
      <Checkbox
        label="Show silhouette"
        checked={showsPerson}
        onChange={(event) => setShowsPerson(event.target.checked)}
      />
    </SharingPart>
  );
}

interface PreviewProps extends Pick<SharingProps, 'card'> {
  choice: BackgroundChoice;
  showsPerson: boolean;
}

/** The picture as it will be, with an outline of the person before it. */
function Preview({ card, choice, showsPerson }: PreviewProps) {
  const [round, setRound] = useState(0);
  const [isBroken, setIsBroken] = useState(false);
  const [width, height] = BACKGROUND_SIZES.preview;
  return (
    <div className="relative aspect-video overflow-hidden rounded-surface border border-line bg-surface">
      {isBroken ? (
        <div className="absolute inset-0 grid place-items-center overflow-auto">
          <ErrorState
            message="We couldn’t load the preview."
            onRetry={() => {
              setRound(round + 1);
              setIsBroken(false);
            }}
          />
        </div>
      ) : (
        <>
          <img
            key={round}
            src={addressOfBackground(card, { ...choice, size: 'preview' })}
            alt={`Background “${BACKGROUND_DESIGN_LABELS[choice.design]}” with your code on the ${choice.side}`}
            width={width}
            height={height}
            onError={() => setIsBroken(true)}
            className="size-full object-cover"
          />
          {showsPerson && <Person />}
        </>
      )}
    </div>
  );
}

/** Head and shoulders where cameras usually show them. */
function Person() {
  return (
    <svg
      viewBox="0 0 1920 1080"
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full fill-[#6b665f] opacity-80"
    >
      <ellipse cx="960" cy="420" rx="210" ry="270" />
      <path d="M840 620h240v110c250 40 400 130 430 350H410c30-220 180-310 430-350z" />
    </svg>
  );
}

interface DesignPickerProps extends Pick<SharingProps, 'card'> {
  choice: BackgroundChoice;
  onChoose: (design: BackgroundDesign) => void;
}

function DesignPicker({ card, choice, onChoose }: DesignPickerProps) {
  const [width, height] = BACKGROUND_SIZES.thumbnail;
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">Design</legend>
      <div className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-2">
        {BACKGROUND_DESIGNS.map((design) => (
          <label
            key={design}
            className="relative grid cursor-pointer gap-1.5 overflow-hidden rounded-control border border-line bg-surface p-1.5 text-sm has-checked:border-ink has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold"
          >
            <input
              type="radio"
              name="background-design"
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
              checked={design === choice.design}
              onChange={() => onChoose(design)}
            />
            <img
              src={addressOfBackground(card, { design, side: choice.side, size: 'thumbnail' })}
              alt=""
              width={width}
              height={height}
              className="aspect-video w-full rounded-lg bg-line object-cover"
            />
            <span className="px-1 pb-0.5">{BACKGROUND_DESIGN_LABELS[design]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
