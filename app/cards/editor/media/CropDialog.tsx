import 'react-image-crop/dist/ReactCrop.css';
import { RotateCcw, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from 'react-image-crop';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { sayPartFailed } from '#ui/part-failed.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { Cut } from './cut.ts';
import { downscalePicture } from './downscale.ts';

interface CropDialogProps {
  /** The image as it was chosen, or as it is stored. */
  load: () => Promise<Blob>;
  /** Width by height, where the card shows one shape. */
  aspect: number | undefined;
  onClose: () => void;
  onCut: (source: Blob, cut: Cut) => void;
}

/** A small copy of the image, made off the main thread, in which the part is chosen. */
function useCopy({ load, onClose }: CropDialogProps) {
  const [copy, setCopy] = useState<{ source: Blob; image: ImageBitmap } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time it is opened
  useEffect(() => {
    let isOpen = true;
    const read = async () => {
      const source = await load();
      const image = await createImageBitmap(await downscalePicture(source));
      if (isOpen) setCopy({ source, image });
    };
    read().catch(() => {
      if (!isOpen) return;
      onClose();
      void sayPartFailed();
    });
    return () => {
      isOpen = false;
    };
  }, []);
  return copy;
}

/** As much of the middle as has this shape. */
function findMiddle(image: ImageBitmap, quarters: number, aspect: number | undefined): PercentCrop {
  const sides = [image.width, image.height] as const;
  const [width, height] = quarters % 2 === 1 ? [sides[1], sides[0]] : sides;
  const whole = { unit: '%', width: 100, height: 100 } as const;
  if (!aspect) return { ...whole, x: 0, y: 0 };
  const isWide = width / height > aspect;
  const side = isWide ? ({ unit: '%', height: 100 } as const) : ({ unit: '%', width: 100 } as const);
  return centerCrop(makeAspectCrop(side, aspect, width, height), width, height);
}

/** Chooses a part of an image and turns it, by pointer or with the arrow keys. */
export function CropDialog(props: CropDialogProps) {
  const { aspect, onClose, onCut } = props;
  const copy = useCopy(props);
  const [quarters, setQuarters] = useState(0);
  const [crop, setCrop] = useState<PercentCrop>();
  const shown = crop ?? (copy ? findMiddle(copy.image, quarters, aspect) : undefined);
  const turn = (by: number) => {
    setQuarters((quarters + by) % 4);
    setCrop(undefined);
  };
  const cut = () => {
    if (!copy || !shown) return;
    onClose();
    onCut(copy.source, { ...shown, quarters });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Crop and rotate"
      description="Drag the frame and its corners, or move them with the arrow keys."
    >
      {copy && shown ? (
        <div className="flex justify-center">
          <ReactCrop crop={shown} aspect={aspect} keepSelection onChange={(_, percent) => setCrop(percent)}>
            <Turned image={copy.image} quarters={quarters} />
          </ReactCrop>
        </div>
      ) : (
        <Skeleton className="h-72" />
      )}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2">
        <span className="flex">
          <Button variant="quiet" aria-label="Rotate left" className="px-3!" onClick={() => turn(3)}>
            <RotateCcw size={18} />
          </Button>
          <Button variant="quiet" aria-label="Rotate right" className="px-3!" onClick={() => turn(1)}>
            <RotateCw size={18} />
          </Button>
        </span>
        <span className="flex gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={cut}>Crop</Button>
        </span>
      </div>
    </Dialog>
  );
}

function Turned({ image, quarters }: { image: ImageBitmap; quarters: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isTurned = quarters % 2 === 1;
  const [width, height] = isTurned ? [image.height, image.width] : [image.width, image.height];
  useEffect(() => {
    const drawing = canvas.current?.getContext('2d');
    if (!drawing) return;
    drawing.setTransform(1, 0, 0, 1, width / 2, height / 2);
    drawing.clearRect(-width, -height, 2 * width, 2 * height);
    drawing.rotate((quarters * Math.PI) / 2);
    drawing.drawImage(image, -image.width / 2, -image.height / 2);
  }, [image, quarters, width, height]);
  return <canvas ref={canvas} width={width} height={height} className="max-h-[50vh] max-w-full" />;
}
