/** Does the conversions that `converter.ts` asks for, in a thread of its own. */
import { parentPort } from 'node:worker_threads'
import { Problem } from '#shared/lib/problem.ts'
import type { Conversion, ConversionAnswer } from './converter.ts'
import { exportDefinition } from './exportDefinition.ts'
import { importDefinition } from './importDefinition.ts'
import { readWorkbook, writeWorkbook } from './workbook.ts'

async function convert(wanted: Conversion): Promise<ConversionAnswer> {
  if (wanted.direction === 'export') return { content: await writeWorkbook(exportDefinition(wanted.form)) }
  const { definition, form, findings } = importDefinition(await readWorkbook(wanted.content), wanted)
  return { definition, form, notes: findings.notes, faults: findings.faults }
}

parentPort?.on('message', async (wanted: Conversion) => {
  try {
    parentPort?.postMessage(await convert(wanted))
  } catch (error) {
    // Anything else ends the thread, and is told to whoever asked as it is.
    if (!(error instanceof Problem)) throw error
    parentPort?.postMessage({ problem: error.code } satisfies ConversionAnswer)
  }
})
