// the order counts: what is narrow or on paper has the last word
import './colours.css';
import './base.css';
import './page.css';
import './verdict.css';
import './figures.css';
import './trials.css';
import './source.css';
import './tables.css';
import './matrix.css';
import './details.css';
import './narrow.css';
import './paper.css';
