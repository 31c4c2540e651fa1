import { OBJECT_URL_MS } from '#shared/constants.ts';

/** Hands a file made in the browser to the person; with no name the browser opens it instead. */
export function saveFile(content: BlobPart, type: string, name?: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  if (name) link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), OBJECT_URL_MS);
}
