import { expect, it } from 'vitest';
import { emptyForm } from '../card-form.ts';
import { FormHistory } from './history.ts';

const start = emptyForm({});

it('goes back and forth over one change at a time, whatever it consists of', () => {
  const history = new FormHistory(start);
  const colored = { ...start, primaryColor: '#111111', secondaryColor: '#222222' };
  const sorted = { ...colored, photoGallery: ['/media/b.jpg', '/media/a.jpg'] };
  history.note(colored, 0);
  history.note(sorted, 5_000);
  expect(history.undo()).toEqual(new Map([['photoGallery', []]]));
  expect(history.undo()).toEqual(
    new Map([
      ['primaryColor', start.primaryColor],
      ['secondaryColor', start.secondaryColor],
    ]),
  );
  expect(history.undo()).toBeNull();
  expect(history.redo()?.get('primaryColor')).toBe('#111111');
  history.note({ ...colored, template: 'classic' }, 10_000);
  expect(history.redo()).toBeNull();
  expect(history.depth).toEqual({ past: 2, future: 0 });
});

it('leaves texts to their fields, and takes a dragged color for one change', () => {
  const history = new FormHistory(start);
  history.note({ ...start, bio: 'Engines' }, 0);
  for (const [at, primaryColor] of ['#111111', '#222222', '#333333'].entries())
    history.note({ ...start, primaryColor }, at * 100);
  history.note({ ...start, primaryColor: '#444444' }, 9_000);
  expect(history.depth.past).toBe(2);
  expect(history.undo()?.get('primaryColor')).toBe('#333333');
  expect(history.undo()?.get('primaryColor')).toBe(start.primaryColor);
});

it('has nothing to go back to in a form that was filled anew', () => {
  const history = new FormHistory(start);
  history.note({ ...start, template: 'minimal' }, 0);
  history.restart(start);
  expect(history.undo()).toBeNull();
});
