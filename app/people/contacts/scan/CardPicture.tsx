import { RotateCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { drawPicture, type ScanPicture } from './picture.ts';

/** Longest side on screens, in their finest pixels. */
const SIDE_SHOWN = 1400;

/** The photo as it is read, and what turns it upright. */
export function CardPicture({ picture, onTurn }: { picture: ScanPicture; onTurn: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawPicture(canvas.current, picture, SIDE_SHOWN);
  }, [picture]);
  return (
    <div className="space-y-2">
      <canvas
        ref={canvas}
        role="img"
        aria-label="The photo of the card"
        className="mx-auto block max-h-[34vh] max-w-full rounded-control border border-line sm:max-h-[60vh]"
      />
      <div className="text-center">
        <Button variant="quiet" size="small" onClick={onTurn}>
          <RotateCw size={16} />
          Rotate
        </Button>
      </div>
    </div>
  );
}
