import type { Definition } from '../definition.ts'
import { questionsIn } from '../elements.ts'
import type { Score } from './score.ts'

/** Number of failed critical answers. */
export const criticalFailedIn = ({ failed }: Pick<Score, 'failed'>): number =>
  failed.filter(({ critical }) => critical).length

/** Number of them in a section. */
export function criticalFailedOf(section: Definition['sections'][number], { failed }: Pick<Score, 'failed'>): number {
  const asked = new Set(questionsIn(section.questions).map(({ id }) => id))
  return failed.filter(({ critical, question_id }) => critical && asked.has(question_id)).length
}

/** A percentage as it is shown: none that reads 100 beside a failed critical answer. */
export const shownPercent = (percent: number | null, criticalFailed: number): number | null =>
  criticalFailed > 0 && percent !== null && percent >= 99.5 ? null : percent
