import { expect, test } from 'vitest'
import { Definition } from '#shared/forms/definition.ts'
import { generatedForm } from '#testing/xlsform/generated.ts'
import { roundTrip } from '#testing/xlsform/roundTrip.ts'

test('two thousand generated forms are the same after export and import', async () => {
  for (let seed = 1_000; seed < 3_000; seed++) {
    const form = Definition.parse(generatedForm(seed))
    const { definition, findings } = await roundTrip(form)
    expect(findings.faults, `seed ${seed}`).toEqual([])
    expect(definition, `seed ${seed}`).toEqual(form)
  }
}, 600_000)
