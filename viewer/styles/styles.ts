// the order matters: rules for narrow screens and paper override the others
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
