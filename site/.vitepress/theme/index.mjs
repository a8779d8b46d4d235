import { useData, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './style.css';

/** The default theme; a page whose front matter has `frame` shows that file of the site below its text. */
export default {
  extends: DefaultTheme,
  Layout: {
    setup() {
      const { frontmatter } = useData();
      const frame = () => {
        const { frame: file, frameTitle: title } = frontmatter.value;
        if (!file) return null;
        const address = withBase(file);
        const alone = h('a', { href: address, target: '_self' }, 'Open it alone');
        return [h('iframe', { class: 'framed', src: address, title }), h('p', { class: 'vp-doc' }, alone)];
      };
      return () => h(DefaultTheme.Layout, null, { 'doc-footer-before': frame });
    },
  },
};
