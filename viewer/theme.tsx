import { useEffect, useState } from 'preact/hooks';

const CHOICES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof CHOICES)[number];

/** Switches between light and dark mode; the default follows the system. */
export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>('auto');
  useEffect(() => {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  const next = CHOICES[(CHOICES.indexOf(theme) + 1) % CHOICES.length]!;
  return (
    <button type="button" class="quiet" onClick={() => setTheme(next)} title={`colours: ${theme}; change to ${next}`}>
      <span aria-hidden="true">◐</span> {theme}
    </button>
  );
}
