/**
 * Names of choices that do not fit are changed, and cascades, lookups and texts that speak of them still find what they
 * found.
 */
import { expect, test } from 'vitest'
import { plainContext } from '#shared/forms/evaluation/context.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import { mistakesIn } from '#shared/forms/mistakes/mistakes.ts'
import { imported } from '#testing/xlsform/importing.ts'

const settings = 'form_title | default_language\nBarn visit | en'
const choices = `list_name | name | label | region | country
region | North Region | North | |
region | Côte d'Ouest | West | |
farm | Green Farm | Green | North Region | Here
farm | Hill Farm | Hill | Côte d'Ouest | Here
pen | 1 | One | Green Farm |
pen | 2 | Two | Hill Farm |`
  .replace('| region | country', '| above | country')
  .trim()
const farms = 'key | label | cows\nGreen Farm | Green | 40\nHill Farm | Hill | 60'

test('cascades, tables, instances and texts follow the names of choices that were changed', async () => {
  const { definition, notes, faults } = await imported({
    survey: `type | name | label | choice_filter | calculation | relevant
select_one region | region | Region? | | |
select_one farm | farm | Farm? | above = \${region} or above = 'nowhere at all' | |
calculate | passed | | | \${farm} |
select_one pen | pen | Pen? | above=\${passed} | |
calculate | cows | | | pulldata('farms', 'cows', 'key', \${farm}) |
calculate | label | | | instance('farms')/root/item[key = \${farm}]/label |
calculate | fixed | | | pulldata('farms', 'cows', 'key', 'Hill Farm') |
calculate | here | | | instance('farm')/root/item[name = \${farm} and above = 'North Region']/country |
calculate | all | | | count(instance('farm')/root/item[above = "Côte d'Ouest"]) |
note | seen | West | | | \${region} = "Côte d'Ouest"`,
    choices,
    settings,
    'farms.csv': farms,
  })
  expect(faults).toEqual([])
  expect(mistakesIn(definition)).toEqual([])
  expect(notes.every(note => note.endsWith('choice_renamed'))).toBe(true)
  const answers = { region: 'North_Region', farm: 'Green_Farm' }
  const state = new FormState(
    definition,
    Object.fromEntries(Object.entries(answers).map(([id, value]) => [id, { value }])),
    plainContext(),
  )
  const offered = (id: string) => state.choices(id).map(({ id: choice }) => choice)
  expect([offered('farm'), offered('pen')]).toEqual([['Green_Farm'], ['1']])
  expect(['cows', 'label', 'fixed', 'here', 'all'].map(id => state.value(id))).toEqual(['40', 'Green', '60', 'Here', 1])
  expect(state.isVisible('seen')).toBe(false)
})
