import type { StagedBlob } from '#server/infra/blobs.ts';

declare module '#server/context.ts' {
  interface UserContext {
    /** Inline media of this request; only calls that take some have any. */
    inline?: InlineFiles;
  }
}

/** The inline data values of one request, as they were staged while its body arrived. */
export interface InlineFiles {
  /** By what stands in the value's place: nobody outside can know it, and no other request does. */
  files: ReadonlyMap<string, StagedBlob>;
  /** Room that was reserved for all of them; null when there are none. */
  reservationId: string | null;
}
