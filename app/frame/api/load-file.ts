/** A file that did not arrive. */
export class NotLoaded extends Error {}

/** A file of ours, whatever its size. */
export async function loadBlob(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new NotLoaded(`${url} answered ${response.status}.`);
  return response.blob();
}

/**
 * The bytes of a file of ours whose size is known, telling how many there are as they arrive.
 *
 * @param size Bytes, unpacked.
 * @throws {NotLoaded} without a network, and if the server has another file than was built.
 */
export async function loadFile(
  url: string,
  size: number,
  onBytes: (arrived: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let at = 0;
  const response = await fetch(url).catch((error: unknown) => {
    throw new NotLoaded(String(error));
  });
  const body = response.ok ? response.body?.getReader() : undefined;
  if (!body) throw new NotLoaded(`${url} answered ${response.status}.`);
  const next = () =>
    body.read().catch((error: unknown) => {
      throw new NotLoaded(String(error));
    });
  for (let piece = await next(); !piece.done; piece = await next()) {
    if (at + piece.value.length > size) throw new NotLoaded(`${url} is longer than it was built.`);
    bytes.set(piece.value, at);
    at += piece.value.length;
    onBytes(at);
  }
  if (at !== size) throw new NotLoaded(`${url} is shorter than it was built.`);
  return bytes;
}
