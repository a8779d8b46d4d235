import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

/** Written by scripts/docs.mjs. */
const { description, groups, categories } = JSON.parse(
  readFileSync(new URL('../build/navigation.json', import.meta.url), 'utf8'),
);

/** Anchors as GitHub makes them, because the pages are read there, too. */
function slugify(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

export default defineConfig({
  title: 'Mantissa',
  description,
  lang: 'en',
  base: process.env.SITE_BASE || '/',
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
    sidebar: {
      '/': groups,
      '/diagnostics/': categories.map(({ title, diagnostics }) => ({
        text: title,
        collapsed: true,
        items: diagnostics.map(({ code, summary }) => ({ text: `${code} ${summary}`, link: `/diagnostics/${code}` })),
      })),
    },
  },
});
