/** For tests: a form through a file and back. */

import { exportDefinition, type FormToExport } from '#server/forms/xlsform/export/exportDefinition.ts'
import { importDefinition } from '#server/forms/xlsform/import/importDefinition.ts'
import { readWorkbook } from '#server/forms/xlsform/workbook.ts'
import { writeWorkbook } from '#server/lib/spreadsheets/workbook.ts'
import type { Definition } from '#shared/forms/definition.ts'

/** What is exported of a form that is nothing but its definition. */
export const exported = (definition: Definition): FormToExport => ({
  definition,
  name: { [definition.default_language]: 'A form' },
  description: {},
  category: 'other',
  formId: 'tend_form_1',
  version: '1',
  answers: { yes: { en: 'Yes' }, no: { en: 'No' }, na: { en: 'Not applicable' } },
})

export async function roundTrip(definition: Definition) {
  const book = await readWorkbook(await writeWorkbook(exportDefinition(exported(definition))))
  return importDefinition(book, { reader: 'en', fileName: 'file' })
}
