/**
 * What real forms of other tools have in them: constructs of Kobo and of old files, headings in every spelling, cells
 * where none belong.
 */
import { expect, test } from 'vitest'
import { questionsOf } from '#shared/forms/elements.ts'
import { signatures } from '#shared/forms/expressions/signatures.ts'
import { mistakesIn } from '#shared/forms/mistakes/mistakes.ts'
import { imported } from '#testing/xlsform/importing.ts'
import { importDefinition } from './importDefinition.ts'

const english = 'form_title | default_language\nBarn visit | en'
const yesNo = 'list_name | name | label\nyn | yes | Yes\nyn | no | No'
const rows = async (survey: string, choices = yesNo) => {
  const result = await imported({ survey, choices, settings: english })
  return { ...result, elements: result.definition.sections.flatMap(({ questions }) => questions) }
}

test.each(['begin loop over animals', 'begin_loop over animals', 'Begin Loop over animals'])(
  '%s becomes a group for each choice, with its words',
  async begin => {
    const { definition, elements, faults } = await rows(
      `type | name | label | relevant
select_multiple animals | kept | Which? |
${begin} | each | Each |
integer | count | How many %(label)s? | selected(\${kept}, '%(name)s')
integer | sick | How many of them are sick? | \${count} > 0
end loop | | |`,
      'list_name | name | label\nanimals | cow | Cows\nanimals | hen | Hens',
    )
    expect(faults).toEqual([])
    // A group with a label on the top level is a section.
    expect(definition.sections[1]).toMatchObject({ id: 'each', title: { en: 'Each' } })
    expect(elements.slice(1)).toMatchObject([
      {
        type: 'group',
        id: 'cow',
        label: { en: 'Cows' },
        questions: [
          { id: 'count', label: { en: 'How many Cows?' }, visible_if: "selected(${kept}, 'cow')" },
          { id: 'sick', visible_if: '${count} > 0' },
        ],
      },
      {
        id: 'hen',
        questions: [{ id: 'hen_count', label: { en: 'How many Hens?' } }, { visible_if: '${hen_count} > 0' }],
      },
    ])
    expect(mistakesIn(definition)).toEqual([])
  },
)

test('a matrix of Kobo is asked for every row of it, under the names that its expressions use', async () => {
  const { elements, definition, faults } = await rows(
    `type | name | label | kobo--matrix_list | calculation
begin_kobomatrix | stock | Stock | animals |
integer | number | Number | |
select_one yn | fed | Fed? | |
end_kobomatrix | | | |
calculate | all | | | \${stock_cow_number} + \${stock_hen_number}`,
    `${yesNo}\nanimals | cow | Cows\nanimals | hen | Hens`,
  )
  expect(faults).toEqual([])
  expect(elements).toMatchObject([
    { type: 'calculated', id: 'all' },
    { id: 'stock_cow', label: { en: 'Cows' }, questions: [{ id: 'stock_cow_number' }, { id: 'stock_cow_fed' }] },
    { id: 'stock_hen', questions: [{ type: 'number' }, { type: 'single_choice' }] },
  ])
  expect(mistakesIn(definition)).toEqual([])
})

test('Kobo’s scores and rankings take the list of their group, and no level of a ranking repeats', async () => {
  const { elements, notes, faults } = await rows(
    `type | name | label | kobo--score-choices | kobo--rank-items | kobo--rank-constraint-message
begin_score | views | Views | yn | |
score__row | clean | Is it clean? | | |
score__row | dry | Is it dry? | | |
end_score | | | | |
begin_rank | order | Order | | yn | Each only once
rank__level | first | First | | |
rank__level | second | Second | | |
end_rank | | | | |`,
  )
  expect([...notes, ...faults]).toEqual([])
  expect(elements).toMatchObject([
    {
      type: 'group',
      layout: 'table',
      questions: [
        { type: 'single_choice', id: 'clean', choice_set: 'yn' },
        { type: 'single_choice', id: 'dry', choice_set: 'yn' },
      ],
    },
    { type: 'single_choice', id: 'first' },
    {
      id: 'second',
      choice_set: 'yn',
      constraints: [{ holds: '. != ${first}', message: { en: 'Each only once' } }],
    },
  ])
})

test('loops in loops that would never end are refused', async () => {
  const animals = Array.from({ length: 100 }, (_, index) => `animals | a${index} | A`).join('\n')
  const { faults } = await rows(
    `type | name\n${'begin loop over animals | l\n'.repeat(3)}text | q\n${'end loop |\n'.repeat(3)}`,
    `list_name | name | label\n${animals}`,
  )
  expect(faults).toContain('survey 3 type: xlsform_too_many_rows')
})

test('external choices are choices, and their names may come again under each choice before them', async () => {
  const { definition, notes, faults } = await imported({
    survey: `type | name | label | choice_filter
select_one yn | region | Region |
select_one_external farms | farm | Farm | region=\${region}`,
    choices: yesNo,
    external_choices: 'list_name | name | label | region\nfarms | other | Other | yes\nfarms | other | Other | no',
    settings: english,
  })
  expect(faults).toEqual([])
  expect(notes).toEqual(['external_choices 3 name: choice_renamed'])
  expect(definition.choice_sets?.[1]).toMatchObject({
    id: 'external_farms',
    choices: [
      { id: 'other', attributes: { region: 'yes' } },
      { id: 'other_2', attributes: { region: 'no' } },
    ],
  })
  expect(questionsOf(definition)[1]).toMatchObject({
    choice_set: 'external_farms',
    choice_filter: 'region=${region}',
  })
  expect(mistakesIn(definition)).toEqual([])
})

test.each([
  ['Relevant', "${a} = 'x'", 'visible_if'],
  ['BIND::RELEVANT', "${a} = 'x'", 'visible_if'],
  ['Read Only', 'TRUE', 'read_only'],
  ['bind::readonly', 'true()', 'read_only'],
  ['Required', '1', 'required'],
  ['body::appearance', 'multiline', 'long'],
  ['Control::Appearance', 'Multiline', 'long'],
  ['Calculation', '1 + 1', 'calculate'],
  ['bind::calculate', '1 + 1', 'calculate'],
  ['Hint::English (en)', 'Look', 'hint'],
  ['hint: en', 'Look', 'hint'],
  ['Media :: Image', 'a.jpg', 'picture'],
  ['media::image::English (en)', 'a.jpg', 'picture'],
  ['Image', 'a.jpg', 'picture'],
  ['Required Message', 'Please', 'required_message'],
  ['requiredMsg', 'Please', 'required_message'],
  ['bind::jr:requiredMsg', 'Please', 'required_message'],
  ['required_message::English (en)', 'Please', 'required_message'],
])('the heading %s is understood', async (heading, cell, property) => {
  const { elements, faults } = await rows(
    `Type | Name | Label:English (en) | ${heading}\ntext | a | A |\ntext | q | Q | ${cell}`,
  )
  expect(faults).toEqual([])
  expect(elements[1]).toHaveProperty(property)
})

test('cells where nothing belongs are listed one by one, and nothing is said of those that say nothing', async () => {
  const { notes, faults } = await rows(
    `type | name | label | relevant | constraint_message | required | trigger | bind::x | remark | read_only
text | a | A | | Never said | no | \${b} | 5 | one |
note | b | B | | | false | | | two | yes
begin group | g | G | | | | | | |
text | c | C | | | | \${a} | | |
end group | g | G | \${a} = 1 | | | | | |`,
  )
  expect(faults).toEqual([])
  expect(notes).toEqual([
    'survey 6 relevant: cell_unused',
    'survey 2 constraint_message: cell_unused',
    'survey 2 trigger: cell_unused',
    'survey 2 bind::x: cell_unused',
    'survey 5 trigger: cell_unused',
    'survey 2 remark: column_unknown',
  ])
})

test('cells in a column without a heading are listed by the letter of their column', () => {
  const sheet = (name: string, ...lines: string[][]) => ({
    name,
    rows: lines.map((line, index) => ({
      number: index + 1,
      cells: new Map(line.flatMap((text, column) => (text === '' ? [] : [[column, text] as const]))),
    })),
  })
  const blanks = Array<string>(25).fill('')
  const { findings } = importDefinition(
    [
      sheet('survey', ['type', 'name', 'label'], ['text', 'a', 'A', 'lost', ...blanks, 'far'], ['', '', '', 'alone']),
      sheet('choices', ['list_name', 'name'], ['l', 'x', 'lost']),
      sheet('settings', ['default_language'], ['en', 'lost']),
    ],
    { reader: 'en', fileName: 'file' },
  )
  expect(findings.faults).toEqual([])
  expect(findings.notes.map(({ sheet: of, row, column, code }) => `${of} ${row} ${column}: ${code}`)).toEqual([
    'settings 2 B: setting_left_out',
    'survey 3 D: row_comment',
    'choices 2 C: cell_unused',
    'survey 2 D: cell_unused',
    'survey 2 AD: cell_unused',
  ])
})

test('a choice without a list belongs to no question, and a type of another tool is left out', async () => {
  const { notes, faults } = await rows('type | name | label\ntext | a | A\ndb:person | p | P', `${yesNo}\n | x | X`)
  expect(faults).toEqual([])
  expect(notes).toEqual(['choices 4 name: row_comment', 'survey 3 type: type_left_out'])
})

test('names that differ in their case are two names', async () => {
  const { elements, faults } = await rows('type | name | label | relevant\ntext | Q1 | A |\ntext | q1 | B | ${Q1} = 1')
  expect(faults).toEqual([])
  expect(elements).toMatchObject([{ id: 'Q1' }, { id: 'q1', visible_if: '${Q1} = 1' }])
})

test('a path says which of two questions of the same name is meant', async () => {
  const { elements, faults } = await rows(
    `type | name | label | calculation
begin group | person | |
begin group | mother | |
text | id | Id? |
end group
end group
begin group | herd | |
text | id | Id? |
end group
calculate | one | | ../person/mother/id
calculate | two | | /data/herd/id
calculate | three | | current()/../herd/id`,
  )
  expect(faults).toEqual([])
  expect(elements.filter(({ type }) => type === 'calculated')).toMatchObject([
    { calculate: '../person/mother/id' },
    { calculate: '${herd_id}' },
    { calculate: '${herd_id}' },
  ])
})

test('a relative path leads to one question, with other questions of its name deeper', async () => {
  const { elements, faults } = await rows(
    `type | name | label | relevant | calculation
begin group | calf | | |
select_one yn | fed | Fed? | |
note | good | Good. | ../fed = 'yes' |
begin group | summary | | |
calculate | fed | | | ../../fed
calculate | kept | | | ../fed
end group
end group`,
  )
  expect(faults).toEqual([])
  expect(elements).toMatchObject([
    {
      questions: [
        { id: 'fed' },
        { id: 'good', visible_if: "../fed = 'yes'" },
        { questions: [{ id: 'summary_fed', calculate: '../../fed' }, { calculate: '${summary_fed}' }] },
      ],
    },
  ])
})

test('a name that could mean two questions is a fault of the cell that says it', async () => {
  const { faults } = await rows(
    `type | name | label | calculation
begin group | cow | |
text | tag | Tag? |
end group
begin group | bull | |
text | tag | Tag? |
end group
calculate | both | | \${tag}
note | told | Its tag: \${tag} |`,
  )
  expect(faults.sort()).toEqual(['survey 8 calculation: xlsform_ambiguous', 'survey 9 label: xlsform_ambiguous'])
})

test('the number of a row is asked for as in SurveyCTO, or by a path through the groups in between', async () => {
  const { elements, faults, notes } = await rows(
    `type | name | label | calculation
begin repeat | pen | Pen |
begin repeat | cow | Cow |
begin group | looks | |
calculate | short | | concat('no. ', index( ))
calculate | own | | position(../..)
calculate | pen_number | | position(../../..)
end group
calculate | again | | position(../..)
end repeat
end repeat`,
  )
  expect(faults).toEqual([])
  expect(notes.filter(note => note.includes('expression'))).toEqual([])
  expect(elements).toMatchObject([
    {
      questions: [
        {
          questions: [
            {
              questions: [
                { calculate: "concat('no. ', position(..))" },
                { calculate: 'position(..)' },
                { calculate: 'position(../..)' },
              ],
            },
            { calculate: 'position(../..)' },
          ],
        },
      ],
    },
  ])
})

test('what other tools add to every form, and paths that lead out of it, are left out and listed', async () => {
  const { notes, faults } = await rows(
    `type | name | label | calculation | relevant
text | a | A \${last-saved#a} | |
calculate | b | | \${instanceID} |
text | c | C | | ../../inputs/user/role = 'x'
calculate | d | | concat(\${a}, ../inputs/lat) |`,
  )
  expect(faults).toEqual([])
  expect(notes).toEqual([
    'survey 3 calculation: expression_left_out',
    'survey 4 relevant: expression_left_out',
    'survey 5 calculation: expression_left_out',
    'survey 2 label: to_mend',
  ])
})

test('a question or a repeat without words is called like its name', async () => {
  const { elements, definition, notes } = await rows(
    'type | name | hint\ninteger | age | In years\nbegin repeat | cows |\ntext | tag |\nend repeat\n' +
      'note | n | Look\nhidden | h |',
  )
  expect(elements.slice(0, 2)).toMatchObject([
    { label: { en: 'age' }, hint: { en: 'In years' } },
    { label: { en: 'cows' }, questions: [{ label: { en: 'tag' } }] },
  ])
  expect(notes.filter(note => note.includes('label_given'))).toHaveLength(3)
  expect(mistakesIn(definition)).toEqual([])
})

test('a text that only a language other than the form’s own has is listed as something to mend', async () => {
  const { notes } = await imported({
    survey: 'type | name | label::English (en) | label::Magyar (hu)\ntext | a | A | Á\ntext | b | | B',
    settings: 'default_language\nEnglish (en)',
  })
  expect(notes).toEqual(['survey 3 label::Magyar (hu): to_mend'])
})

test('Spanish is not taken for French, nor Portuguese for German', async () => {
  for (const label of [
    '¿Cuál es el nombre del productor y cuántos animales de la finca están con él?',
    'Qual o nome do produtor, e quantos animais não estão com você?',
  ])
    expect((await imported({ survey: `type | name | label\ntext | a | ${label}` })).definition.default_language).toBe(
      'en',
    )
})

test('every function of the language can stand in an imported form', async () => {
  const calls = Object.entries(signatures).map(
    ([name, { least }]) => `${name}(${Array(least).fill('${a}').join(', ')})`,
  )
  const { faults, notes } = await rows(
    'type | name | label | calculation\ninteger | a | A |\n' +
      calls
        .map(call => call.replace('jr:choice-name(${a}, ${a})', "jr:choice-name(${a}, '${a}')"))
        .map((call, index) => `calculate | c${index} | | ${call}`)
        .join('\n'),
  )
  expect(faults).toEqual([])
  expect(notes.filter(note => !note.includes('to_mend'))).toEqual([])
})

test('a question with a name that other tools reserve is renamed, and exported so that they take it', async () => {
  const { elements, notes, faults } = await rows(
    'type | name | label | relevant\nbegin group | inputs | |\ntext | meta | Meta |\nend group | | |\n' +
      'text | a | A ${meta} | ${meta} != null',
  )
  expect(faults).toEqual([])
  expect(notes).toEqual(['survey 3 name: renamed'])
  expect(elements).toMatchObject([
    { questions: [{ id: 'meta_2' }] },
    { id: 'a', label: { en: 'A ${meta_2}' }, visible_if: "${meta_2} != ''" },
  ])
})

test('a time that lost its format is still a time', async () => {
  const { elements, notes } = await rows(
    'type | name | label | default\ntime | a | A | 0.3958333333333333\ntime | b | B | .75\ntime | c | C | 7.5',
  )
  expect(elements).toMatchObject([
    { default: { from: 'fixed', value: '09:30' } },
    { default: { from: 'fixed', value: '18:00' } },
    { id: 'c' },
  ])
  expect(notes).toEqual(['survey 4 default: default_left_out'])
})

const scale = 'list_name | name | label\nscale | never | Never\nscale | often | Often'

test.each([
  [
    'a group with the look of a table',
    'begin group | care | Care | table-list field-list\nselect_one scale | fed | Fed? |\n' +
      'select_one scale | led | Led? |',
  ],
  [
    'headings above questions without them',
    'begin group | care | Care | field-list\nselect_one scale | head | How often? | label\n' +
      'select_one scale | fed | Fed? | list-nolabel\nselect_one scale | led | Led? | list-nolabel w2',
  ],
])('%s becomes a table, in which every question is answered for itself', async (_, group) => {
  const { definition, elements, notes, faults } = await rows(
    `type | name | label | appearance\n${group}\nend group | | |`,
    scale,
  )
  expect(faults).toEqual([])
  expect(mistakesIn(definition)).toEqual([])
  const [table] = elements
  expect(table).toMatchObject({ type: 'group', id: 'care', layout: 'table' })
  const parts = table && 'questions' in table ? table.questions : []
  const fed = { type: 'single_choice', id: 'fed', choice_set: 'scale' }
  const headings = { type: 'instruction', id: 'head', label: { en: 'How often?' } }
  const hasHeadings = group.includes('head')
  expect(parts).toMatchObject([...(hasHeadings ? [headings] : []), fed, { ...fed, id: 'led' }])
  expect(notes).toEqual([])
})

test('headings of a table without letters are listed, and are empty values where others use them', async () => {
  const survey = (relevant: string) =>
    'type | name | label | appearance | relevant\nselect_one scale | head | | label |\n' +
    `select_one scale | fed | Fed? | list-nolabel | ${relevant}`
  const { elements, notes } = await rows(survey(''), scale)
  expect(elements.map(({ id }) => id)).toEqual(['fed'])
  expect(notes).toEqual(['survey 2 appearance: headings_left_out'])
  const asked = await rows(survey("${head} = ''"), scale)
  expect(asked.elements).toMatchObject([{ type: 'hidden', id: 'head' }, { id: 'fed' }])
})

test('a note that is worked out, or that others ask for, keeps its value', async () => {
  const { elements, definition, notes, faults } = await rows(
    `type | name | label | calculation
integer | a | A |
note | plain | Plain |
note | asked | Asked |
note | twice | Twice that is | \${a} * 2
text | b | \${asked} and \${twice} |`,
  )
  expect([...notes, ...faults]).toEqual([])
  expect(elements).toMatchObject([
    { id: 'a' },
    { id: 'plain', type: 'instruction' },
    { id: 'asked', type: 'text', read_only: true },
    { id: 'twice', type: 'calculated', calculate: '${a} * 2', label: { en: 'Twice that is' } },
    { id: 'b' },
  ])
  expect(mistakesIn(definition)).toEqual([])
})
