import { expect, test } from 'vitest'
import { Definition } from '#shared/forms/definition.ts'
import { generatedForm } from './generated.ts'
import { roundTrip } from './roundTrip.ts'

test('whatever a form is made of, exported and imported it is the same', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const form = Definition.parse(generatedForm(seed))
    const { definition, findings } = await roundTrip(form)
    expect(findings.faults, `seed ${seed}`).toEqual([])
    expect(definition, `seed ${seed}`).toEqual(form)
  }
}, 60_000)
