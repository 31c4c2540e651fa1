import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import { ArrowLeft, ArrowRight, GripVertical, X } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import type { MediaKind } from '#shared/cards/media-rules.ts';
import { isShowable } from '#shared/contract/media-urls.ts';

export interface SortableTilesProps {
  urls: string[];
  kind: MediaKind;
  /** The word for one item: "photo" or "video". */
  noun: string;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
}

/** Tiles sorted by dragging, by keyboard (Space, arrows, Space), or one step at a time with buttons. */
export function SortableTiles({ urls, kind, noun, onMove, onRemove }: SortableTilesProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const end = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(urls.indexOf(String(active.id)), urls.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{ announcements: announcementsFor(urls, noun) }}
    >
      <SortableContext items={urls} strategy={rectSortingStrategy}>
        <ul className="tiles mt-3 grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
          {urls.map((url, index) => (
            <Tile
              key={url}
              url={url}
              kind={kind}
              name={`${noun} ${index + 1}`}
              onEarlier={index > 0 ? () => onMove(index, index - 1) : undefined}
              onLater={index < urls.length - 1 ? () => onMove(index, index + 1) : undefined}
              onRemove={() => onRemove(index)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

interface TileProps {
  url: string;
  kind: MediaKind;
  name: string;
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
  onRemove: () => void;
}

function Tile({ url, kind, name, onEarlier, onLater, onRemove }: TileProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: url });
  const style: CSSProperties = {
    transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
    transition,
  };
  return (
    <li
      ref={setNodeRef}
      style={style}
      className={`overflow-hidden rounded-control border border-line bg-paper ${isDragging ? 'relative z-10 shadow-float' : ''}`}
    >
      {!isShowable(url) ? (
        <p className="grid aspect-square place-items-center p-2 text-center text-sm text-ink-2">
          Not shown: this {kind === 'image' ? 'photo' : 'video'} is hosted elsewhere. Upload it instead.
        </p>
      ) : kind === 'image' ? (
        <img src={url} alt="" className="aspect-square w-full object-cover" />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: owners upload no captions
        <video src={url} preload="metadata" className="aspect-square w-full bg-black object-cover" />
      )}
      <div className="flex justify-between p-1">
        <TileButton label={`Move ${name} earlier`} onPress={onEarlier}>
          <ArrowLeft size={16} />
        </TileButton>
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={`Drag ${name}`}
          className="grid size-8 cursor-grab touch-none place-items-center rounded-md text-ink-2 hover:bg-line/60 hover:text-ink"
        >
          <GripVertical size={16} />
        </button>
        <TileButton label={`Move ${name} later`} onPress={onLater}>
          <ArrowRight size={16} />
        </TileButton>
        <TileButton label={`Remove ${name}`} onPress={onRemove}>
          <X size={16} />
        </TileButton>
      </div>
    </li>
  );
}

function TileButton({
  label,
  onPress,
  children,
}: {
  label: string;
  onPress: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      // Not `disabled`: focus must survive the step after which the button has no effect.
      aria-disabled={!onPress}
      onClick={onPress}
      className="grid size-8 place-items-center rounded-md text-ink-2 hover:bg-line/60 hover:text-ink aria-disabled:opacity-35"
    >
      {children}
    </button>
  );
}

/** Announcements for screen readers while a tile is moved. */
function announcementsFor(urls: string[], noun: string): Announcements {
  const place = (id: string | number) => urls.indexOf(String(id)) + 1;
  return {
    onDragStart: ({ active }) => `Picked up ${noun} ${place(active.id)} of ${urls.length}.`,
    onDragOver: ({ over }) =>
      over ? `Over position ${place(over.id)} of ${urls.length}.` : 'Not over a position.',
    onDragEnd: ({ active, over }) =>
      `Moved ${noun} to position ${place(over?.id ?? active.id)} of ${urls.length}.`,
    onDragCancel: ({ active }) => `Returned ${noun} to position ${place(active.id)}.`,
  };
}
