/** Additional facts about the answer once it is final. */
import { timeUntimedInputs } from '../inputs/untimed-inputs.js';
import { AmountOfWork } from '../judging/amount-of-work.js';
import { once, type Stage } from './stage.js';

export const outlook: Stage = once({
  name: 'outlook',
  isDue: ({ search }) => search.isOver,
  run: ({ facts }) => facts.writeOutlook(),
});

export const tradeOff: Stage = once({
  name: 'trade-off',
  isDue: ({ plan, search }) => search.isOver && Boolean(plan.front),
  run: ({ recommendation, time }) => time.within(recommendation.confirmTradeOff()),
});

export const untimedInputs: Stage = once({
  name: 'untimed inputs',
  isDue: ({ search }) => search.isOver,
  run: (study) => timeUntimedInputs(study, study.recommended),
});

export const amountOfWork: Stage = once({
  name: 'amount of work',
  isDue: ({ search }) => search.isOver,
  run: (study) => new AmountOfWork(study).note(study.recommended),
});
