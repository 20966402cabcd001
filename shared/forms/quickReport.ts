import type { Definition } from './definition.ts'

/** The question of a quick report that takes the words, and the photos beside them. */
export const quickReportQuestion = 'what'

/** Whether a form can be filled in by words and photos alone. Managers may have added questions to it. */
export function isQuickReport({ settings, sections }: Definition): boolean {
  const questions = sections.flatMap(section => section.questions)
  const [first] = questions
  const isAlone = questions.length === 1 && first?.id === quickReportQuestion && first.type === 'text'
  return settings?.quick_report === true && isAlone
}
