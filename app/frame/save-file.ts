/**
 * Saves a file by its address on the server: installed and in-app browsers cannot save files that exist only in the
 * page, and a large file goes straight to disk. The server names the file. Without a name the browser may open it
 * instead.
 */
export function saveFrom(address: string, name?: string): void {
  const link = document.createElement('a');
  link.href = address;
  if (name) link.download = name;
  link.click();
}
