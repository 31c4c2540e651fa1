import { Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { SharingPart, type SharingProps } from '#app/sharing/part/SharingPart.tsx';
import { EMBED_GROUNDS, type EmbedGround, linkSnippet, saveSnippet } from '#shared/sharing/embeds.ts';
import { Button } from '#ui/Button.tsx';
import { Segments } from '#ui/Segments.tsx';
import { toast } from '#ui/Toast.tsx';
import { SnippetPreview } from './SnippetPreview.tsx';

const GROUNDS: Record<EmbedGround, string> = { light: 'Light', dark: 'Dark' };

/** Pieces of HTML for the owner's own site, and how other sites find the card by its link. */
export function EmbedPart({ card }: SharingProps) {
  const [ground, setGround] = useState<EmbedGround>('light');
  const { origin } = window.location;
  return (
    <SharingPart title="Embed" text="For your website or blog. Views are tracked as “Website.”">
      <Segments
        label="Theme"
        options={EMBED_GROUNDS.map((value) => ({ value, label: GROUNDS[value] }))}
        value={ground}
        onChange={setGround}
      />
      <Snippet
        title="Link with QR code"
        text="Visitors click it, or scan it with their phone."
        html={linkSnippet(card, origin, ground)}
        ground={ground}
      />
      <Snippet
        title="Save my contact"
        text="Saves you to the visitor’s address book."
        html={saveSnippet(card, origin, ground)}
        ground={ground}
      />
      <p className="max-w-prose text-sm text-ink-2">
        Blogs and editors that support oEmbed show your card when you paste its link.
      </p>
    </SharingPart>
  );
}

interface SnippetProps {
  title: string;
  text: string;
  html: string;
  ground: EmbedGround;
}

async function copyHtml(html: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(html);
    toast({ title: 'Code copied!', description: 'Paste it into the HTML of your site.' });
  } catch {
    const description = 'Select the code and copy it there.';
    toast({ title: 'Copy failed', description, isError: true });
  }
}

function Snippet({ title, text, html, ground }: SnippetProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <div>
        <h3 id={id} className="font-medium">
          {title}
        </h3>
        <p className="text-sm text-ink-2">{text}</p>
      </div>
      <SnippetPreview html={html} label={`Preview of ${title}`} isDark={ground === 'dark'} />
      <textarea
        readOnly
        rows={3}
        spellCheck={false}
        aria-label={`Code of ${title}`}
        value={html}
        onFocus={(event) => event.target.select()}
        className="block w-full rounded-control border border-line bg-surface px-3.5 py-2 font-mono text-sm break-all text-ink-2"
      />
      <div>
        <Button variant="secondary" onClick={() => void copyHtml(html)}>
          <Copy size={18} strokeWidth={1.5} aria-hidden="true" />
          Copy code
        </Button>
      </div>
    </section>
  );
}
