/** What was reported, in words: headings, questions and answers, in the reader's language. */
import type { CaseLine } from '#shared/cases/caseShapes.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { plainText } from '#shared/lib/labels.ts'
import { reportOf } from '#shared/submissions/report.ts'
import { answerInWords, wordsFor } from '#shared/submissions/words.ts'
import { evaluateForm } from '../forms/evaluation/queries.ts'
import type { Context } from '../lib/context.ts'
import type { cases } from './table.ts'

type Reported = Pick<typeof cases.$inferSelect, 'answers' | 'receivedOn'>

/** The middle of a day: what a form works out by the clock says the day and no more. */
export const noonOf = (day: string): string => `${day}T12:00:00.000Z`

export async function linesOf(
  ctx: Context,
  { answers, receivedOn }: Reported,
  definition: Definition,
): Promise<CaseLine[]> {
  const words = wordsFor({ locale: ctx.locale, timeZone: 'UTC', t: ctx.services.texts(ctx.locale) }, definition)
  const state = await evaluateForm(ctx, definition, answers, {
    now: noonOf(receivedOn),
    language: ctx.locale,
    keeps: 'all',
  })
  return definition.sections.flatMap(section => {
    const lines = reportOf(section, state, null, words).flatMap((item): CaseLine[] => {
      if (item.kind === 'measure') return []
      if (item.kind === 'heading') return [heading(item.text)]
      const note = item.answer?.note ?? null
      const answer = answerInWords(item.question, item.answer, words)
      return [{ is_heading: false, question: item.label, question_id: item.key, answer, note }]
    })
    const title = plainText(words.read(section.title))
    return lines.length > 0 && title ? [heading(title), ...lines] : lines
  })
}

const heading = (text: string): CaseLine => ({
  is_heading: true,
  question: text,
  question_id: null,
  answer: null,
  note: null,
})
