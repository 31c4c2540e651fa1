import { Copy } from 'lucide-react';
import { useState } from 'react';
import { ChoiceTiles } from '#app/sharing/part/ChoiceTiles.tsx';
import { SharingPart, type SharingProps } from '#app/sharing/part/SharingPart.tsx';
import { EMBED_GROUNDS, type EmbedGround, linkSnippet, saveSnippet } from '#shared/sharing/embeds.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/Toast.tsx';
import { SnippetPreview } from './SnippetPreview.tsx';

const GROUNDS: Record<EmbedGround, string> = { light: 'Light', dark: 'Dark' };

const KINDS = { link: 'Link with QR code', save: 'Save my contact' };
const EXPLAINED = {
  link: 'Visitors click it, or scan it with their phone.',
  save: 'Saves you to the visitor’s address book.',
};
const SNIPPETS = { link: linkSnippet, save: saveSnippet };
type Kind = keyof typeof KINDS;

/** Pieces of HTML for the owner's own site, and how other sites find the card by its link. */
export function EmbedPart({ card, isCounted }: SharingProps) {
  const [kind, setKind] = useState<Kind>('link');
  const [ground, setGround] = useState<EmbedGround>('light');
  const html = SNIPPETS[kind](card, window.location.origin, ground);
  return (
    <SharingPart
      title="Embed"
      text={`For your website or blog.${isCounted && kind === 'link' ? ' Views are tracked as “Website.”' : ''}`}
      preview={<SnippetPreview html={html} label={`Preview of ${KINDS[kind]}`} isDark={ground === 'dark'} />}
      actions={
        <>
          <textarea
            readOnly
            rows={5}
            spellCheck={false}
            aria-label={`Code of ${KINDS[kind]}`}
            value={html}
            onFocus={(event) => event.target.select()}
            className="block w-full rounded-control border border-line bg-surface px-3.5 py-2 font-mono text-sm break-all text-ink-2"
          />
          <div>
            <Button onClick={() => void copyHtml(html)}>
              <Copy size={18} />
              Copy code
            </Button>
          </div>
        </>
      }
    >
      <div className="grid gap-2">
        <ChoiceTiles
          label="Add"
          options={(['link', 'save'] as const).map((value) => ({ value, label: KINDS[value] }))}
          value={kind}
          onChange={setKind}
        />
        <p className="text-sm text-ink-2">{EXPLAINED[kind]}</p>
      </div>
      <ChoiceTiles
        label="Theme"
        options={EMBED_GROUNDS.map((value) => ({ value, label: GROUNDS[value] }))}
        value={ground}
        onChange={setGround}
      />
      <p className="max-w-prose text-sm text-ink-2">
        Blogs and editors that support oEmbed show your card when you paste its link.
      </p>
    </SharingPart>
  );
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
