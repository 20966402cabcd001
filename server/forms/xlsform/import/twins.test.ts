import { expect, test } from 'vitest'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import { imported } from '#testing/xlsform/importing.ts'

const choices = `list_name | name | label | state | county
states | texas | Texas | |
states | washington | Washington | |
counties | king | King County | washington |
counties | cameron | Cameron | texas |
counties | king | King County | texas |
cities | seattle | Seattle | washington | king
cities | dumont | Dumont | texas | king
cities | finney | Finney | texas | king`

test('choices of one name follow their other columns, and conditions on the name mean all of them', async () => {
  const { definition, notes, faults } = await imported({
    survey: `type | name | label | choice_filter | relevant
select_one states | state | State | |
select_one counties | in | County | state = \${state} |
select_one cities | city | City | state = \${state} and county = \${in} |
text | a | A | | \${in} = 'king'
text | b | B | | \${in} != '' and not(\${in} != "king")
text | c | C | | selected(\${in}, 'king') or \${state} = ''
text | d | D | | \${in} = 'cameron'`,
    choices,
    settings: 'default_language | allow_choice_duplicates\nen | yes',
  })
  expect(faults).toEqual([])
  expect(notes).toEqual(['choices 6 name: choice_renamed'])
  const shown = (state: string, county: string) => {
    const form = new FormState(definition, { state: { value: state }, in: { value: county } })
    return [form.choices('city').map(({ id }) => id), ['a', 'b', 'c', 'd'].filter(form.isVisible)]
  }
  expect(shown('washington', 'king')).toEqual([['seattle'], ['a', 'b', 'c']])
  expect(shown('texas', 'king_2')).toEqual([
    ['dumont', 'finney'],
    ['a', 'b', 'c'],
  ])
  expect(shown('texas', 'cameron')).toEqual([[], ['d']])
})
