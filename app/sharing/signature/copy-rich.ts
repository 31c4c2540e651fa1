/** Copies HTML with its formatting, and as plain text for where there is none. Rejects if the browser refuses. */
export async function copyRich(html: string, text: string): Promise<void> {
  if (typeof ClipboardItem === 'function' && typeof navigator.clipboard?.write === 'function') {
    try {
      const blobs = { 'text/html': html, 'text/plain': text };
      const parts = Object.entries(blobs).map(([type, content]) => [type, new Blob([content], { type })]);
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(parts))]);
      return;
    } catch {
      // Some browsers have the interface and refuse it; the older way may still work.
    }
  }
  copySelected(html, text);
}

/** For browsers without `ClipboardItem` (Firefox before 127): what a copy of the selected text puts on the clipboard. */
function copySelected(html: string, text: string): void {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  document.body.append(field);
  field.select();
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/html', html);
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', write);
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', write);
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error('The browser copied nothing.');
}
