/** For tests: spreadsheets as people write them, through import, export and import. */
import { expect } from 'vitest'
import { importDefinition } from '#server/forms/xlsform/import/importDefinition.ts'
import { Definition } from '#shared/forms/definition.ts'
import { lostWords } from './carriedOver.ts'
import { generatedSheets } from './generatedSheets.ts'
import { roundTrip } from './roundTrip.ts'

export async function everyWordIsCarriedOver(first: number, count: number): Promise<void> {
  for (let seed = first; seed < first + count; seed++) {
    const book = generatedSheets(seed)
    const made = importDefinition(book, { reader: 'en', fileName: 'file' })
    expect(made.findings.faults, `seed ${seed}`).toEqual([])
    expect(lostWords(book, made), `seed ${seed}`).toEqual([])
    const { definition, findings } = await roundTrip(Definition.parse(made.definition))
    expect(findings.faults, `seed ${seed}`).toEqual([])
    expect(definition, `seed ${seed}`).toEqual(made.definition)
  }
}
