/** Does the conversions that `converter.ts` asks for, in a thread. */
import { keepContent } from '#shared/forms/tables/contents.ts'
import { Problem } from '#shared/lib/problem.ts'
import { writeWorkbook } from '../../lib/spreadsheets/workbook.ts'
import type { Conversion, ConversionAnswer } from './converter.ts'
import { exportDefinition } from './export/exportDefinition.ts'
import { importDefinition } from './import/importDefinition.ts'
import { readWorkbook } from './workbook.ts'

export default async function answer(wanted: Conversion): Promise<ConversionAnswer> {
  try {
    return await convert(wanted)
  } catch (error) {
    // Of an error that goes from one thread to another only the message is left.
    if (!(error instanceof Problem)) throw error
    return { problem: error.code }
  }
}

async function convert(wanted: Conversion): Promise<ConversionAnswer> {
  if (wanted.direction === 'export') for (const [uuid, content] of wanted.form.tables ?? []) keepContent(uuid, content)
  if (wanted.direction === 'export') return { content: await writeWorkbook(exportDefinition(wanted.form)) }
  const { definition, form, findings, tables } = importDefinition(await readWorkbook(wanted.content), wanted)
  return { definition, form, tables, notes: findings.notes, faults: findings.faults }
}
