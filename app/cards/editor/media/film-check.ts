/**
 * True if visitors will see a video: it is stored unchanged, because converting takes minutes of a core, and played by
 * whatever browser they have.
 */

const ADVICE =
  'Export it as an MP4 (H.264) and upload that. On an iPhone, choose Settings > Camera > Formats > Most Compatible before recording.';

/** Advice about a video that visitors may be unable to see; null if there is no such risk. */
export async function findFilmWarning(file: File): Promise<string | null> {
  const [isPlayed, isHevc] = await Promise.all([playsHere(file), holdsHevc(file)]);
  if (!isPlayed) return `This browser can't play ${file.name}, so visitors may not see it either. ${ADVICE}`;
  if (isHevc) return `${file.name} is an HEVC video, which many phones and computers can't play. ${ADVICE}`;
  return null;
}

/** A browser that has not decided by then may well play it. */
const TIMEOUT_MS = 8_000;

function playsHere(file: File): Promise<boolean> {
  return new Promise((resolve) => {
    const film = document.createElement('video');
    const address = URL.createObjectURL(file);
    const end = (isPlayed: boolean) => {
      clearTimeout(timer);
      film.onerror = null;
      film.onloadeddata = null;
      film.removeAttribute('src');
      film.load();
      URL.revokeObjectURL(address);
      resolve(isPlayed);
    };
    const timer = setTimeout(end, TIMEOUT_MS, true);
    film.onerror = () => end(false);
    // A browser that can decode the sound but not the picture loads the sound alone.
    film.onloadeddata = () => end(film.videoWidth > 0);
    film.muted = true;
    film.preload = 'auto';
    film.src = address;
  });
}

/**
 * A track's codec is in its sample descriptions (ISO 14496-12, section 8.5.2): the word `stsd`, twelve bytes of
 * version, count and size, and the codec of the first: HEVC, with or without Dolby Vision.
 */
const HEVC = /stsd[\s\S]{12}(?:hvc1|hev1|dvh1|dvhe)/;

export const holdsHevc = async (file: Blob): Promise<boolean> =>
  HEVC.test(new TextDecoder('latin1').decode(await file.arrayBuffer()));
