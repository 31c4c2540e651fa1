/** The script of cards with a moving background or videos, sent after that of every card. */

/** Motion that starts by itself must be stoppable (WCAG 2.2, 2.2.2). */
function offerPause(button: HTMLElement, stage: Element): void {
  button.hidden = false;
  button.addEventListener('click', () => {
    const isStill = stage.classList.toggle('is-still');
    button.setAttribute('aria-pressed', `${isStill}`);
    const video = stage.querySelector('video');
    if (isStill) video?.pause();
    else video?.play();
  });
}

/**
 * Replaces a video that does not play here by its fallback content for browsers without video: a link to download it. A
 * background video has no fallback and leaves the colors behind it.
 */
function replaceUnplayable(onGone: (film: HTMLVideoElement) => void): void {
  for (const film of document.querySelectorAll('video')) {
    const look = () => {
      // A browser that can decode a video's sound but not its picture plays the sound alone.
      const isBlind = film.readyState > 1 && film.videoWidth === 0;
      if (!film.isConnected || !(film.error || isBlind)) return;
      onGone(film);
      film.replaceWith(...film.children);
    };
    film.addEventListener('error', look);
    film.addEventListener('loadeddata', look);
    look();
  }
}

const stage = document.querySelector('.stage');
const still = document.querySelector<HTMLElement>('[data-still]');
if (stage && still) offerPause(still, stage);
replaceUnplayable((film) => {
  if (still && stage?.contains(film)) still.hidden = true;
});
