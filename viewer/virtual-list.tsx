/** A long list of rows of equal height. Only visible rows are rendered; when printing, all rows up to a limit. */
import type { ComponentChildren } from 'preact';
import { flushSync } from 'preact/compat';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const MOST_ON_PAPER = 2000;
const MARGIN_ROWS = 12;

export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(() => matchMedia('print').matches);
  useEffect(() => {
    const media = matchMedia('print');
    const follow = () => setIsPrinting(media.matches);
    // the browser prints the page in its state when this handler returns
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    media.addEventListener('change', follow);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      media.removeEventListener('change', follow);
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

interface VirtualListProps {
  readonly count: number;
  readonly rowHeight: number;
  readonly height: number;
  /** Index of a row to scroll to when it changes. */
  readonly focus: number | null;
  readonly label: string;
  readonly role: 'listbox' | 'region';
  readonly activeId?: string | undefined;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly row: (index: number) => ComponentChildren;
  readonly class?: string;
}

export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, height, focus, label, role, activeId, onKeyDown, row } = props;
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const isPrinting = useIsPrinting();
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || focus === null) return;
    const [from, to] = [element.scrollTop, element.scrollTop + element.clientHeight];
    const at = focus * rowHeight;
    if (at >= from && at + rowHeight <= to) return;
    element.scrollTop = Math.max(0, at - element.clientHeight / 3);
    setTop(element.scrollTop);
  }, [focus, rowHeight]);
  const first = isPrinting ? 0 : Math.max(0, Math.floor(top / rowHeight) - MARGIN_ROWS);
  const shown = isPrinting ? MOST_ON_PAPER : Math.ceil(height / rowHeight) + 2 * MARGIN_ROWS;
  const last = Math.min(count, first + shown);
  return (
    <div
      ref={list}
      class={`virtual-list ${props.class ?? ''}`}
      style={{ maxHeight: isPrinting ? 'none' : `${height}px` }}
      tabIndex={0}
      role={role}
      aria-label={label}
      aria-activedescendant={activeId}
      onKeyDown={onKeyDown}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div
        class="virtual-extent"
        style={{ height: isPrinting ? 'auto' : `${count * rowHeight}px` }}
        role="presentation"
      >
        <div style={{ transform: `translateY(${first * rowHeight}px)` }} role="presentation">
          {Array.from({ length: Math.max(0, last - first) }, (_, at) => row(first + at))}
        </div>
      </div>
    </div>
  );
}
