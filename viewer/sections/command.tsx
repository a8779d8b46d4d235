import { useState } from 'preact/hooks';

/** A command line with a copy button. */
export function Command({ text, does }: { readonly text: string; readonly does: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 1500);
  };
  return (
    <div class="command">
      <code>{text}</code>
      <span class="hint">{does}</span>
      <button type="button" class="quiet" aria-label={`copy: ${does}`} onClick={() => void copy()}>
        {isCopied ? 'copied' : 'copy'}
      </button>
    </div>
  );
}
