import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ComponentChildren, VNode } from 'preact';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChangedCopy } from '../support/changed-copy.js';
import { reportOf } from '../support/recorded-study.js';

const root = path.join(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/adding/a-report-section.md'), 'utf8');
/** The page's blocks, each of which begins with its file. */
const [type, reading, building, component, list] = [...page.matchAll(/```tsx?\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(
  ([, file, text]) => ({ file: file!, text: text! }),
);

/** As viewer/section-list.tsx has it. */
interface Section {
  readonly id: string;
  whyEmpty(report: object): string | null;
  readonly Content: (props: { readonly reader: object }) => ComponentChildren;
}

async function sectionsOf(file: string): Promise<readonly Section[]> {
  return (await import(file)).sections;
}

/** The words of components without hooks. */
function wordsOf(content: ComponentChildren): string {
  if (Array.isArray(content)) return content.map(wordsOf).join('');
  if (content === null || typeof content !== 'object') return String(content ?? '');
  const { type: kind, props } = content as VNode;
  return wordsOf(typeof kind === 'function' ? (kind as (given: object) => VNode)(props) : props.children);
}

describe('a section that shows repeats, added as docs/adding/a-report-section.md has it', () => {
  const copy = new ChangedCopy();
  afterAll(() => copy.remove());

  describe('with its part of the document alone', () => {
    let named: string[];
    beforeAll(() => {
      copy.patch(type!.file, type!.text);
      copy.write(reading!.file, reading!.text);
      named = copy.compile();
    });

    it('has the compiler ask for it where the document is built', () => {
      expect(named).toEqual([building!.file]);
    });
  });

  describe('with all of it', () => {
    let named: string[];
    beforeAll(() => {
      copy.patch(building!.file, building!.text);
      copy.write(component!.file, component!.text);
      copy.patch(list!.file, list!.text);
      named = copy.compile();
    });

    it('leaves the compiler nothing to name', () => {
      expect(named).toEqual([]);
    });

    it('is on the page, in front of all other sections', async () => {
      const { describeRepeats } = await import(copy.path(reading!.file));
      const run = { input: 'small', durationsMs: [10, 11] };
      const repeats = describeRepeats({ baselines: new Map([['small', { ...run, noise: 0 }]]) });
      expect(repeats).toEqual([run]);
      const [added, ...others] = await sectionsOf(copy.path(list!.file));
      expect(added!.id).toBe('repeats');
      const before = await sectionsOf(path.join(root, list!.file));
      expect(others.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      const report = { ...reportOf(), repeats };
      expect(added!.whyEmpty(report)).toBeNull();
      expect(added!.whyEmpty({ ...report, repeats: [] })).toBe('nothing has run yet');
      expect(wordsOf(added!.Content({ reader: { report } }))).toMatch(/^small: 10(?:\.0)? ms, 11(?:\.0)? ms$/);
    });
  });
});
