import { svgUrl } from '#app/cards/cards/qr-png.ts';
import { messageOf } from '#app/frame/api/call.ts';
import { ErrorState } from '#app/frame/LoadFailed.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { usePrintPreview } from './print.queries.ts';
import type { PrintQuery } from './print-query.ts';

const FAILED = 'We couldn’t load the preview. Please try again.';

/** The pages as the server will write them, as they are after the cut. */
export function PrintPreview({ cardId, asked }: { cardId: string; asked: PrintQuery }) {
  const { data, error, refetch, isPlaceholderData } = usePrintPreview(cardId, asked);
  if (error) return <ErrorState message={messageOf(error, FAILED)} onRetry={() => void refetch()} />;
  if (!data) return <PagesToCome {...asked} />;
  const isPair = data.pages.length > 1;
  return (
    <div
      className={`flex flex-wrap justify-center gap-6 transition-opacity lg:flex-nowrap ${isPlaceholderData ? 'opacity-60' : ''}`}
      aria-busy={isPlaceholderData}
    >
      {data.pages.map(({ svg, width, height }, index) => (
        <figure key={width > height ? `wide ${index}` : index} className="min-w-0">
          <img
            src={svgUrl(svg)}
            alt={isPair ? `${index === 0 ? 'Front' : 'Back'} of your business card` : 'Your name badge'}
            // About true size on most screens.
            width={Math.round(width * 3.78)}
            height={Math.round(height * 3.78)}
            className="h-auto max-w-full border border-line bg-white shadow-float"
          />
          <figcaption className="mt-2 text-sm text-ink-2">
            {isPair ? (index === 0 ? 'Front' : 'Back') : `${width} × ${height} mm`}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

/** Pages in the size that is asked for, in millimeters. */
const SIZES: Record<PrintQuery['query']['size'], [number, number]> = {
  '85x55': [85, 55],
  '3.5x2': [88.9, 50.8],
  a6: [105, 148],
  '90x55': [90, 55],
};

function PagesToCome({ product, query }: PrintQuery) {
  const [width, height] = SIZES[query.size];
  return (
    <div className="flex w-full flex-wrap justify-center gap-6 lg:flex-nowrap">
      {(product === 'card' ? ['front', 'back'] : ['front']).map((side) => (
        <div key={side} className="min-w-0 max-w-full" style={{ width: Math.round(width * 3.78) }}>
          <div style={{ aspectRatio: `${width} / ${height}` }} className="grid">
            <Skeleton />
          </div>
          <p className="mt-2 text-sm">&nbsp;</p>
        </div>
      ))}
    </div>
  );
}
