import type { StagedBlob } from '#server/infra/blobs/blobs.ts';

declare module '#server/context.ts' {
  interface UserContext {
    /** Inline media of this request; set only on endpoints that accept them. */
    inline?: InlineFiles;
  }
}

/** The inline data values of one request, staged while its body arrived. */
export interface InlineFiles {
  /** Keyed by the token that replaces the value: unguessable, and valid in this request only. */
  files: ReadonlyMap<string, StagedBlob>;
  /** The space reserved for all of them; null when there are none. */
  reservationId: string | null;
}
