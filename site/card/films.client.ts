/**
 * A film that does not play here gives way to what stands inside it for browsers without films: the offer to download it.
 * A film of the background has nothing inside, and leaves the colors behind it.
 */
export function replaceUnplayable(onGone: (film: HTMLVideoElement) => void): void {
  for (const film of document.querySelectorAll('video')) {
    const look = () => {
      // A browser that knows the sound of a film, but not its pictures, plays the sound alone.
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
