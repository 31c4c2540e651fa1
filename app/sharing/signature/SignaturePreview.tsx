import { useState } from 'react';
import { ForeignHtml } from '#app/sharing/part/ForeignHtml.tsx';
import { Segments } from '#ui/Segments.tsx';

type Ground = 'light' | 'dark';

/** The ground and the text color that mail apps have in light and in dark. */
const GROUNDS: Record<Ground, { backgroundColor: string; color: string }> = {
  light: { backgroundColor: '#ffffff', color: '#1a1a1a' },
  dark: { backgroundColor: '#1f1f1f', color: '#f2f2f2' },
};

/** The signature as recipients see it, apart from our own styles. */
export function SignaturePreview({ html }: { html: string }) {
  const [ground, setGround] = useState<Ground>('light');
  return (
    <div className="grid gap-3">
      <section
        aria-label="Preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide signature scrolls sideways, also by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-surface border border-line p-6 forced-color-adjust-none"
        style={GROUNDS[ground]}
      >
        <ForeignHtml html={html} />
      </section>
      <div>
        <Segments
          label="Preview on"
          options={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          value={ground}
          onChange={setGround}
        />
      </div>
    </div>
  );
}
