import type { StudyContext } from '../study-context.js';

/** One thing a study does: a name, when it is due, and the work. */
export interface Stage {
  readonly name: string;
  isDue(study: StudyContext): boolean;
  run(study: StudyContext): Promise<void>;
}

/** A stage that runs at most once after each search began. */
export function once(stage: Stage): Stage {
  return { ...stage, isDue: (study) => !study.stagesRun.has(stage.name) && stage.isDue(study) };
}
