/** Last changes of a card that neither the server nor this device kept, as when somebody signs out in another tab meanwhile. */

let isLost = false;
let told = () => {};

export const isDraftLost = (): boolean => isLost;

export function noteDraftLost(is: boolean): void {
  isLost = is;
  told();
}

export function watchLostDraft(tell: () => void): () => void {
  told = tell;
  return () => {
    told = () => {};
  };
}
