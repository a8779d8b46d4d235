/** The pages of the documentation site, made from the Markdown of the repository. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { diagnosticPage, diagnosticsList, readDiagnostics } from './diagnostics.mjs';

const INDEX = 'docs/README.md';
const ERRORS = 'docs/errors.md';
/** Pages outside docs/, by their place on the site. */
const OTHER_PAGES = {
  'ARCHITECTURE.md': 'project/architecture.md',
  'CHANGELOG.md': 'project/changelog.md',
  'CONTRIBUTING.md': 'project/contributing.md',
  'SECURITY.md': 'project/security.md',
  'corpus/README.md': 'project/examples.md',
};
const REPORT_PAGE = 'report-example.md';

/**
 * @param {string} root the repository
 * @returns {{ pages: Map<string, string>, navigation: object }} texts by their paths below the site's source folder
 */
export function sitePages(root) {
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');
  const places = placesOnSite(root);
  const texts = new Map([...places.keys()].map((file) => [file, linkedWithinSite(file, read(file), places, root)]));
  const diagnostics = readDiagnostics(texts.get(ERRORS));
  const pages = new Map([...texts].map(([file, text]) => [places.get(file), text]));
  pages.set(places.get(ERRORS), diagnosticsList(diagnostics));
  for (const category of diagnostics.categories)
    for (const one of category.diagnostics) pages.set(`diagnostics/${one.code}.md`, diagnosticPage(category, one));
  const { description } = JSON.parse(read('package.json'));
  pages.set('index.md', frontPage(texts.get(INDEX), description));
  pages.set(REPORT_PAGE, reportPage());
  return { pages, navigation: { description, groups: groupsOf(texts.get(INDEX)), categories: diagnostics.categories } };
}

/** @param {string} root */
function placesOnSite(root) {
  const names = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => name.endsWith('.md'));
  return new Map([
    ...names.map((name) => /** @type {[string, string]} */ ([`docs/${name}`, name])),
    [INDEX, 'index.md'],
    [ERRORS, 'diagnostics/index.md'],
    ...Object.entries(OTHER_PAGES),
  ]);
}

/**
 * The text with its links changed to pages of the site, or to the repository where its address is known; other links lose their target.
 * @param {string} file @param {string} text @param {Map<string, string>} places @param {string} root
 */
function linkedWithinSite(file, text, places, root) {
  const from = path.posix.dirname(places.get(file));
  // code in backticks comes first, so that brackets in it are no links
  const codeOrLink = /`(?:[^`\n]|\n(?!\n))*`|(!?)\[((?:`[^`\n]*`|[^\][`])*)\]\(([^)\s]+)\)/g;
  return outsideCodeBlocks(text.replace(/^<!--.*?-->\n/gms, ''), (prose) =>
    prose.replace(codeOrLink, (whole, image, words, target) => {
      if (target === undefined || /^[a-z]+:/.test(target) || target.startsWith('#') || image) return whole;
      const [name, anchor] = target.split('#');
      const to = path.posix.join(path.posix.dirname(file), name).replace(/\/$/, '');
      const code = to === ERRORS ? /^mx\d+/.exec(anchor ?? '')?.[0].toUpperCase() : null;
      const place = code ? `diagnostics/${code}.md` : places.get(to);
      if (place) {
        const rest = anchor && !code ? `#${anchor}` : '';
        return `[${words}](./${path.posix.relative(from, place)}${rest})`;
      }
      const address = addressInRepository(to, root);
      return address ? `[${words}](${address})` : words;
    }),
  );
}

/** @param {string} text @param {(prose: string) => string} change */
function outsideCodeBlocks(text, change) {
  return text
    .split(/(^```[\s\S]*?^```)/m)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join('');
}

/** @param {string} file @param {string} root */
function addressInRepository(file, root) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: commit } = process.env;
  if (!repository || !existsSync(path.join(root, file))) return null;
  const kind = statSync(path.join(root, file)).isDirectory() ? 'tree' : 'blob';
  return `${server ?? 'https://github.com'}/${repository}/${kind}/${commit ?? 'HEAD'}/${file}`;
}

/**
 * The links below each heading of the index.
 * @param {string} index
 */
function groupsOf(index) {
  const [first, ...sections] = index.split(/^## /m);
  const linksIn = (/** @type {string} */ text) =>
    [...text.matchAll(/\[([^\]]+)\]\(\.\/([^)#]+)\.md\)/g)].map(([, words, to]) => ({
      text: words,
      link: `/${to.replace(/(^|\/)index$/, '$1')}`,
    }));
  if (sections.length === 0) throw new Error(`${INDEX} has no headings to group its pages by`);
  return [
    { text: 'Start', items: [...linksIn(first), { text: 'A report', link: '/report-example' }] },
    ...sections.map((section) => ({ text: section.slice(0, section.indexOf('\n')), items: linksIn(section) })),
  ];
}

/** @param {string} index @param {string} description */
function frontPage(index, description) {
  const [text, how] = description.split(': ');
  const hero = {
    name: 'Mantissa',
    text,
    tagline: `From${how.replace(/^from/, '')}`,
    actions: [
      { theme: 'brand', text: 'From a clone to a patch', link: '/guide' },
      { theme: 'alt', text: 'Five programs, tuned', link: '/gallery' },
      { theme: 'alt', text: 'A report', link: '/report-example' },
    ],
  };
  return `---\n${JSON.stringify({ layout: 'home', title: 'Mantissa', titleTemplate: false, hero })}\n---\n\n${index.replace(/^# .*\n/, '')}`;
}

function reportPage() {
  const settings = {
    frame: '/nbody-report.html',
    frameTitle: 'The report of a study of the n-body example',
    aside: false,
  };
  return `---\n${JSON.stringify(settings)}\n---

# A report

This is what \`mantissa report\` writes: one HTML file that needs no network. The study is that of \`npm run demo\`, an n-body program tuned on the
embedded engine, so its speedups are modelled. [How to read it](report.md)
`;
}
