/** Any sooner, and the request is canceled with everything else that is still loading when the download begins. */
const FIRST_ASK_MS = 300;
const NEXT_ASK_MS = 1_000;
const ASKS_MAX = 8;

/**
 * Confirms that the contact was saved. The link itself does the download, so that it works in in-app browsers too; a
 * HEAD request tells whether there was a file. If the page is left, an error or a preview came instead of a download.
 * The link has no `download` attribute: Safari would save a file where it otherwise offers a new contact, and in-app
 * browsers without downloads may do nothing at all. Once the contact is saved, a link that waits in the dialog offers
 * nothing more.
 */
export function followSave(links: NodeListOf<HTMLAnchorElement>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let press = 0;
  let isSaved = false;
  const ask = async (pressed: HTMLAnchorElement, asked: number, left: number) => {
    const reply = await fetch(pressed.href, { method: 'HEAD' }).catch(() => null);
    if (asked !== press) return;
    if (!reply && left > 1) timer = setTimeout(ask, NEXT_ASK_MS, pressed, asked, left - 1);
    if (!reply?.ok) return;
    isSaved = true;
    for (const link of links) {
      link.hidden = link !== pressed && link.closest('dialog') !== null;
      if (link.hidden) continue;
      link.setAttribute('aria-disabled', 'true');
      const words = link.querySelector('span');
      if (words) words.textContent = 'Contact Saved';
    }
  };
  const stop = () => {
    clearTimeout(timer);
    press += 1;
  };
  addEventListener('pagehide', stop);
  for (const link of links) {
    link.addEventListener('click', (event) => {
      if (isSaved) return event.preventDefault();
      stop();
      timer = setTimeout(ask, FIRST_ASK_MS, link, press, ASKS_MAX);
    });
  }
}
