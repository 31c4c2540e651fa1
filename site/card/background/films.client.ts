/**
 * Replaces a video that does not play here by its fallback content for browsers without video: a link to download it. A
 * background video has no fallback and leaves the colors behind it.
 */
export function replaceUnplayable(onGone: (film: HTMLVideoElement) => void): void {
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
