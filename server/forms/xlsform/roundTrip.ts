/** For tests: a form through a file and back. */
import type { Definition } from '#shared/forms/definition.ts'
import { exportDefinition } from './exportDefinition.ts'
import { importDefinition } from './importDefinition.ts'
import { readWorkbook, writeWorkbook } from './workbook.ts'

export async function roundTrip(definition: Definition) {
  const sheets = exportDefinition({
    definition,
    name: { [definition.default_language]: 'A form' },
    description: {},
    category: 'other',
    formId: 'tend_form_1',
    version: '1',
    answers: { yes: { en: 'Yes' }, no: { en: 'No' }, na: { en: 'Not applicable' } },
  })
  const book = await readWorkbook(await writeWorkbook(sheets))
  return importDefinition(book, { reader: 'en', fileName: 'file' })
}
