import { expect, test } from 'vitest'
import { Definition } from '#shared/forms/definition.ts'
import { generatedForm } from '#testing/xlsform/generated.ts'
import { exported, roundTrip } from '#testing/xlsform/roundTrip.ts'
import { exportDefinition } from './exportDefinition.ts'

test('any form is the same after export and import', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const form = Definition.parse(generatedForm(seed))
    const { definition, findings } = await roundTrip(form)
    expect(findings.faults, `seed ${seed}`).toEqual([])
    expect(definition, `seed ${seed}`).toEqual(form)
  }
}, 60_000)

test('a question called like the whole of a form in other tools makes the whole have another name', async () => {
  const asking = (...ids: string[]): Definition => ({
    schema: 1,
    default_language: 'en',
    sections: [
      { id: 'all', title: { en: 'All' }, questions: ids.map(id => ({ type: 'text', id, label: { en: id } })) },
    ],
  })
  const rootOf = (form: Definition) =>
    exportDefinition(exported(form)).find(({ name }) => name === 'settings')?.rows[0]?.name
  expect(rootOf(asking('water'))).toBeUndefined()
  expect(rootOf(asking('data', 'form'))).toBe('form_')

  const form = Definition.parse(asking('data', 'form'))
  const { definition, findings } = await roundTrip(form)
  expect(definition).toEqual(form)
  expect([...findings.notes, ...findings.faults]).toEqual([])
})
