import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

/** Written by scripts/docs.mjs. */
const { description, groups, categories } = JSON.parse(
  readFileSync(new URL('../build/navigation.json', import.meta.url), 'utf8'),
);

const base = process.env.SITE_BASE || '/';

/** Anchors as GitHub makes them, because the pages are read there, too. */
function slugify(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** The sidebar beside the messages of one exit code, the first digit of their codes. */
function messagesOf({ title, diagnostics }) {
  const items = diagnostics.map(({ code, summary }) => ({ text: `${code} ${summary}`, link: `/diagnostics/${code}` }));
  return [
    `/diagnostics/${diagnostics[0].code.slice(0, 3)}`,
    [
      { text: 'All messages', link: '/diagnostics/' },
      { text: title, items },
    ],
  ];
}

export default defineConfig({
  title: 'Mantissa',
  description,
  lang: 'en',
  base,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }]],
  srcDir: 'build/pages',
  outDir: 'build/html',
  cacheDir: 'build/cache',
  markdown: {
    html: false, // `<program>` in prose is text
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/guide' },
      { text: 'Commands', link: '/reference/commands' },
      { text: 'Messages', link: '/diagnostics/' },
      { text: 'Gallery', link: '/gallery' },
      { text: 'Changelog', link: '/project/changelog' },
    ],
    sidebar: { ...Object.fromEntries(categories.map(messagesOf)), '/': groups },
  },
});
