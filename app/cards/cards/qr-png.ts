/** Renders the drawing in the browser as a PNG of `side` pixels. */
export async function toPng(svg: string, side: number): Promise<Blob> {
  const image = new Image(side, side);
  // Some browsers draw an SVG without intrinsic size as nothing.
  image.src = svgUrl(svg.replace('<svg ', `<svg width="${side}" height="${side}" `));
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  canvas.getContext('2d')?.drawImage(image, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser could not write a PNG.');
  return blob;
}

export const svgUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;
