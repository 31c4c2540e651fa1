import { Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { UploadState } from '#app/cards/editor/media/UploadState.tsx';
import { useUploads } from '#app/cards/editor/media/use-uploads.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Button } from '#ui/Button.tsx';
import { FileButton, FileDrop } from '#ui/FileDrop.tsx';
import { TeamMark } from './TeamMark.tsx';

interface LogoSlotProps {
  team: Pick<Team, 'name' | 'logo' | 'primaryColor'>;
  error?: string | undefined;
  onChange: (url: string | null) => void;
}

const HEX = /^#[0-9a-f]{6}$/i;

/** The logo: uploaded, dragged, pasted, and removed again; without one, initials stand there on the color. */
export function LogoSlot({ team, error, onChange }: LogoSlotProps) {
  const id = useId();
  const area = useRef<HTMLFieldSetElement>(null);
  const uploads = useUploads('image', onChange);
  const take = (files: File[]) => void uploads.replace(files);
  const remove = () => {
    uploads.cancel();
    onChange(null);
    // The pressed button is gone: focus moves to the one that adds a new logo.
    area.current?.querySelector('input')?.focus();
  };
  const verb = team.logo ? 'Replace' : 'Upload';
  const color = HEX.test(team.primaryColor) ? team.primaryColor : '#000000';
  return (
    <FileDrop onFiles={take} className="p-4">
      <fieldset ref={area} aria-labelledby={id} className="flex items-center gap-4">
        <TeamMark team={{ ...team, name: team.name || '–', primaryColor: color }} size={56} />
        <div className="min-w-0 flex-1">
          <p id={id} className="text-sm font-medium">
            Logo
          </p>
          <div className="mt-1.5 flex flex-wrap gap-2">
            <FileButton label={`${verb} logo`} accept="image/*" onFiles={take}>
              {verb}
            </FileButton>
            {team.logo && (
              <Button variant="quiet" size="small" aria-label="Remove logo" onClick={remove}>
                <Trash2 size={16} />
                Remove
              </Button>
            )}
          </div>
          <UploadState running={uploads.running} refusals={uploads.refusals} />
          {error && (
            <p role="alert" className="mt-1.5 text-sm text-danger">
              {error}
            </p>
          )}
        </div>
      </fieldset>
    </FileDrop>
  );
}
