import type { StudyContext } from '../study-context.js';

/** A part of a study's work, with the condition under which it is due. */
export interface Stage {
  readonly name: string;
  isDue(study: StudyContext): boolean;
  run(study: StudyContext): Promise<void>;
}

/** A stage that runs at most once per search. */
export function once(stage: Stage): Stage {
  return { ...stage, isDue: (study) => !study.stagesRun.has(stage.name) && stage.isDue(study) };
}
