import { PreviewTable } from '#app/sharing/part/SharingPart.tsx';

/** A phone held to a tag, and the waves between them. */
export function TapDrawing() {
  return (
    <PreviewTable>
      <svg
        viewBox="0 0 320 180"
        aria-hidden="true"
        className="w-full max-w-md fill-none stroke-ink-2"
        strokeWidth={1.5}
        strokeLinecap="round"
      >
        <g transform="rotate(-18 118 92)">
          <rect x="84" y="18" width="72" height="146" rx="14" className="fill-surface" />
          <path d="M108 28h24" />
          <rect x="94" y="42" width="52" height="38" rx="5" className="fill-line stroke-none" />
          <path d="M96 94h34M96 104h24" className="stroke-line" strokeWidth={4} />
          <rect x="94" y="120" width="52" height="14" rx="4" className="fill-ink stroke-none" />
        </g>
        <path d="M172 58q14 24 6 52M186 50q19 32 8 68M200 42q24 40 10 84" className="stroke-gold" />
        <circle cx="252" cy="96" r="34" className="fill-surface" />
        <circle cx="252" cy="96" r="24" className="stroke-line" />
        <path d="M242 106V88l20 16V86" className="stroke-ink" strokeWidth={2} strokeLinejoin="round" />
      </svg>
    </PreviewTable>
  );
}
