/** GET form/{id}/export: the draft of a form as an XLSForm. */

import { contentsFor } from '#shared/forms/tables/contents.ts'
import { textsOf } from '#shared/forms/texts.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { locales } from '#shared/lib/language.ts'
import type { Context } from '../../../lib/context.ts'
import { fairnessKey } from '../../../lib/heavy/companyOrPlace.ts'
import type { FormRow } from '../../queries.ts'
import { exportInThread } from '../converter.ts'
import { answerTexts, type FormToExport } from './exportDefinition.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function exportForm(ctx: Context, form: FormRow): FileAnswer {
  const { draft, name, description, category, revision, id } = form
  const used = new Set(textsOf(draft).flatMap(({ text }) => locales.filter(locale => text[locale])))
  const whole: FormToExport = {
    definition: draft,
    name,
    description,
    category,
    formId: `tend_form_${id}`,
    version: String(revision),
    tables: contentsFor(draft),
    answers: answerTexts(ctx.services.texts, [...used]),
  }
  const called = name[draft.default_language] ?? `form ${id}`
  return async () => ({
    ...(await exportInThread(fairnessKey(ctx.actor, ctx.ip), whole)),
    filename: filenameOf(called, '.xlsx'),
  })
}
