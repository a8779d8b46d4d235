/** The selection, stored in the address so that links contain it. */
import { useCallback, useEffect, useState } from 'preact/hooks';

export interface Selection {
  /** Number of a trial; null for the recommended one. */
  readonly trial: number | null;
  /** Id of a site or an operation. */
  readonly place: string | null;
  /** Id of a set of operations. */
  readonly set: string | null;
  /** Index of the profile shown in the gutter of the source; null for none. */
  readonly heat: number | null;
  /** Axes of the figure of trials (figures/trial-axes.ts); null for the default, error against speedup. */
  readonly axes: string | null;
}

export type Select = (change: Partial<Selection>) => void;

export function readSelection(hash: string): Selection {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const number = (name: string) => (/^\d+$/.test(given.get(name) ?? '') ? Number(given.get(name)) : null);
  const [place, set, axes] = [given.get('place'), given.get('set'), given.get('axes')];
  return { trial: number('trial'), place, set, heat: number('heat'), axes };
}

export function writeSelection(selection: Selection): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(selection)) if (value !== null) words.set(name, String(value));
  return words.size > 0 ? `#${words}` : '';
}

export function useSelection(): [Selection, Select] {
  const [selection, setSelection] = useState(() => readSelection(location.hash));
  useEffect(() => {
    const follow = () => setSelection(readSelection(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const select = useCallback((change: Partial<Selection>) => {
    setSelection((before) => {
      const after = { ...before, ...change };
      history.replaceState(null, '', writeSelection(after) || location.pathname + location.search);
      return after;
    });
  }, []);
  return [selection, select];
}
