/** docs/errors.md as a list and a page per code. */

/** @typedef {{ code: string, summary: string, body: string }} Diagnostic */
/** @typedef {{ title: string, diagnostics: Diagnostic[] }} Category one exit code */

/**
 * @param {string} text docs/errors.md
 * @returns {{ head: string, categories: Category[] }}
 */
export function readDiagnostics(text) {
  const [head, ...parts] = text.split(/^## /m);
  const categories = parts.map((part) => {
    const [title, ...sections] = part.split(/^### /m);
    const diagnostics = sections.map((section) => {
      const [, code, summary, body] = /^(MX\d+): (.*)\n([\s\S]*)$/.exec(section);
      return { code, summary, body: body.trim() };
    });
    return { title: title.trim(), diagnostics };
  });
  return { head: head.trim(), categories };
}

/** @param {{ head: string, categories: Category[] }} read */
export function diagnosticsList({ head, categories }) {
  const tables = categories.map(({ title, diagnostics }) => {
    const rows = diagnostics.map(
      ({ code, summary }) => `| [${code}](${code}.md) | ${summary.replaceAll('|', '\\|')} |`,
    );
    return `## ${title}\n\n| code | message |\n|---|---|\n${rows.join('\n')}\n`;
  });
  return `---\nsearch: false\n---\n\n${head}\n\n${tables.join('\n')}`; // a search for a code finds its own page
}

/** @param {Category} category @param {Diagnostic} diagnostic */
export function diagnosticPage({ title }, { code, summary, body }) {
  // a remedy names pages as a terminal shows them
  const linked = body.replace(/^Remedy: .*$/m, (remedy) =>
    remedy.replace('Remedy:', '**Remedy:**').replace(/\bdocs\/([\w/-]+\.md)/g, '[$&](../$1)'),
  );
  return `# ${code}: ${summary}\n\n${linked}\n\n${title}. [All messages](index.md)\n`;
}
