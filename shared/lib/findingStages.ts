/** Stages and ends of findings. Tasks and subjects, which know nothing else of findings, show them too. */

/** Ways in which a finding ended: a good re-check, its task, a stated reason, or a submission that no longer counts. */
export const findingEnds = ['recheck', 'task', 'settled', 'withdrawn'] as const
export type FindingEnd = (typeof findingEnds)[number]

/** Stages of a finding: work to do, done and to be re-checked, closed. Its task and its submission say the same. */
export const findingStages = ['open', 'done', 'closed'] as const
export type FindingStage = (typeof findingStages)[number]

export const stageOf = ({ closedAt, doneAt }: { closedAt: Date | null; doneAt: Date | null }): FindingStage =>
  closedAt ? 'closed' : doneAt ? 'done' : 'open'
