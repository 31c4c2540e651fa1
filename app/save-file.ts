/**
 * Hands a file of the server to the person, by its address: installed apps and browsers inside other apps know no files
 * that only a page holds, and a large one goes to disk while it arrives. The server names it too. Without a name the
 * browser may open it instead.
 */
export function saveFrom(address: string, name?: string): void {
  const link = document.createElement('a');
  link.href = address;
  if (name) link.download = name;
  link.click();
}
