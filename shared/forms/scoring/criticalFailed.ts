import type { Definition } from '../definition.ts'
import { questionsIn } from '../elements.ts'
import type { Score } from './score.ts'

/** How many critical answers failed. */
export const criticalFailedIn = ({ failed }: Pick<Score, 'failed'>): number =>
  failed.filter(({ critical }) => critical).length

/** How many of them stand in a section. */
export function criticalFailedOf(section: Definition['sections'][number], { failed }: Pick<Score, 'failed'>): number {
  const asked = new Set(questionsIn(section.questions).map(({ id }) => id))
  return failed.filter(({ critical, question_id }) => critical && asked.has(question_id)).length
}
