import { describe, expect, test } from 'vitest'
import { questionsOf } from '#shared/forms/elements.ts'
import { mistakesIn } from '#shared/forms/mistakes/mistakes.ts'
import { imported, type Tables } from '#testing/xlsform/importing.ts'

const english = 'default_language | form_title\nEnglish (en) | Barn visit'

/** The elements of the only section. */
async function elements(survey: string, choices?: string) {
  const result = await imported({ survey, ...(choices && { choices }), settings: english })
  expect(result.faults).toEqual([])
  return { ...result, elements: result.definition.sections.flatMap(({ questions }) => questions) }
}

const yesNo = 'list_name | name | label\nyn | yes | Yes\nyn | no | No'

test.each([
  ['text', { type: 'text' }],
  ['string', { type: 'text' }],
  ['Integer', { type: 'number', decimals: 0 }],
  ['int', { type: 'number', decimals: 0 }],
  ['decimal', { type: 'number' }],
  ['select_one yn', { type: 'single_choice', choices: [], choice_set: 'yn' }],
  ['select one yn', { type: 'single_choice' }],
  ['select one from yn', { type: 'single_choice' }],
  ['select1 yn', { type: 'single_choice' }],
  ['select_multiple yn', { type: 'multiple_choice', choice_set: 'yn' }],
  ['select all that apply yn', { type: 'multiple_choice' }],
  ['select multiple from yn', { type: 'multiple_choice' }],
  ['note', { type: 'instruction' }],
  ['date', { type: 'date' }],
  ['time', { type: 'time' }],
  ['dateTime', { type: 'date_time' }],
  ['image', { type: 'photo' }],
  ['photo', { type: 'photo' }],
  ['file', { type: 'file' }],
  ['barcode', { type: 'barcode' }],
  ['geopoint', { type: 'place' }],
  ['gps', { type: 'place' }],
  ['range', { type: 'slider', min: 0, max: 10, step: 1 }],
  ['acknowledge', { type: 'single_choice', choices: [{ id: 'OK', label: { en: 'OK' } }] }],
  ['trigger', { type: 'single_choice' }],
  ['hidden', { type: 'hidden' }],
  ['start', { type: 'hidden', default: { from: 'context', key: 'started_at' } }],
  ['end', { type: 'hidden', default: { from: 'context', key: 'completed_at' } }],
  ['today', { type: 'hidden', default: { from: 'context', key: 'today' } }],
  ['deviceid', { type: 'hidden', default: { from: 'context', key: 'device_id' } }],
  ['username', { type: 'hidden', default: { from: 'context', key: 'user_name' } }],
  ['email', { type: 'hidden', default: { from: 'context', key: 'user_email' } }],
  ['tel', { type: 'text', keyboard: 'phone' }],
  ['phonenumber', { type: 'text', keyboard: 'phone' }],
  ['caseid', { type: 'hidden', default: { from: 'context', key: 'subject' } }],
  ['start-geopoint', { type: 'place', at_start: true }],
  ['geotrace', { type: 'shape' }],
  ['geoshape', { type: 'shape', closed: true }],
  ['audio', { type: 'file', media: 'audio' }],
  ['video', { type: 'file', media: 'video' }],
  ['rank yn', { type: 'multiple_choice', ranked: true, choice_set: 'yn' }],
  ['duration', { type: 'calculated', calculate: 'duration()', hidden: true }],
  ['device-info', { type: 'calculated', calculate: 'device-info()', hidden: true }],
])('a row of type %s becomes %o', async (type, expected) => {
  const { elements: made } = await elements(`type | name | label\ntext | before | B\n${type} | q | Q`, yesNo)
  expect(made.find(({ id }) => id === 'q')).toMatchObject({ ...expected, id: 'q', label: { en: 'Q' } })
})

test.each([
  'audit',
  'text audit',
  'speed violations count',
  'sensor_statistic mean_sound_level',
  'comments',
  'xml-external',
  'select_one ${cows}',
  'background-audio',
  'select_one_external yn',
])('a row of type %s is left out and listed, or kept as a hidden value where others ask for it', async type => {
  const { elements: without, notes } = await elements(`type | name | label\ntext | a | A\n${type} | q | Q`, yesNo)
  expect(without.map(({ id }) => id)).toEqual(['a'])
  expect(notes).toEqual(['survey 3 type: type_left_out'])
  const asked = await elements(`type | name | label | relevant\n${type} | q | Q\ntext | a | A | \${q} != ''`, yesNo)
  expect(asked.elements).toMatchObject([{ id: 'q', type: 'hidden' }, { id: 'a' }])
  expect(asked.notes).toEqual(['survey 2 type: type_emptied'])
})

test.each([
  ['relevant', "${a} = 'x'", { visible_if: "${a} = 'x'" }],
  ['bind::relevant', "${a} = 'x'", { visible_if: "${a} = 'x'" }],
  ['Relevance', "${a} = 'x'", { visible_if: "${a} = 'x'" }],
  ['required', 'yes', { required: true }],
  ['required', 'TRUE', { required: true }],
  ['required', 'true()', { required: true }],
  ['required', 'T', { required: true }],
  ['required', 'Yes', { required: true }],
  ['required', 'Y', { required: true }],
  ['required', '1', { required: true }],
  ['required', 't', { required: true }],
  ['required', 'TRUE()', { required: true }],
  ['required', 'F', {}],
  ['required', 'No', {}],
  ['required', 'N', {}],
  ['required', '0', {}],
  ['required', 'FALSE()', {}],
  ['bind:required', 'true()', { required: true }],
  ['required', "${a} = 'x'", { required_if: "${a} = 'x'" }],
  ['required', 'no', {}],
  ['readonly', 'yes', { read_only: true }],
  ['read only', 'yes', { read_only: true }],
  ['read_only', "${a} = 'x'", { read_only_if: "${a} = 'x'" }],
  ['constraint', '. > 5 and . < 10', { constraints: [{ holds: '. > 5 and . < 10' }] }],
  ['calculation', 'once(random())', { calculate: 'once(random())' }],
  ['calculate', "concat(${a}, '-')", { calculate: "concat(${a}, '-')" }],
  ['default', 'word', { default: { from: 'fixed', value: 'word' } }],
  ['default', "concat(${a}, '!')", { default: { from: 'expression', expression: "concat(${a}, '!')" } }],
  ['default', '${last-saved#q}', { default: { from: 'last_answer' } }],
  ['appearance', 'multiline', { long: true }],
  ['appearance', 'numbers_phone', { keyboard: 'phone' }],
  ['appearance', 'w2 multiline numbers', { long: true, keyboard: 'numbers', appearance: 'w2' }],
  ['hint', 'Look twice', { hint: { en: 'Look twice' } }],
  ['media::image', 'ear.jpg', { picture: { name: 'ear.jpg' } }],
  ['image', 'ear.jpg', { picture: { name: 'ear.jpg' } }],
  ['required_message', 'Please', { required_message: { en: 'Please' } }],
])('the column %s with %s is carried over', async (column, cell, expected) => {
  const { elements: made } = await elements(`type | name | label | ${column}\ntext | a | A |\ntext | q | Q | ${cell}`)
  expect(made[1]).toEqual({ type: 'text', id: 'q', label: { en: 'Q' }, ...expected })
})

test('constraints come with their message, in every way its heading is written', async () => {
  for (const heading of ['constraint_message', 'constraint message', 'bind::jr:constraintMsg', 'constraint_msg']) {
    const { elements: made } = await elements(
      `type | name | label | constraint | ${heading}\ntext | q | Q | . != 'x' | Not x`,
    )
    expect(made[0], heading).toMatchObject({ constraints: [{ holds: ". != 'x'", message: { en: 'Not x' } }] })
  }
})

test('languages are known by name and by code, and others are listed row by row', async () => {
  const { definition, notes, faults } = await imported({
    survey:
      'type | name | label::English (en) | label::Magyar | label:de | label::français (fr-CA) | ' +
      'label::Arabic (ar) | label::Español (es) | hint::hu\n' +
      'text | q | Water? | Víz? | Wasser? | Eau ? | ماء؟ | ¿Agua? | Nézd meg\n' +
      'text | r |  |  |  |  |  | ¿Heno? |',
    settings: 'default_language\nEnglish (en)',
  })
  expect(faults).toEqual([])
  const [first, second] = questionsOf(definition)
  expect(first?.label).toEqual({ en: 'Water?', hu: 'Víz?', de: 'Wasser?', fr: 'Eau ?', ar: 'ماء؟' })
  expect(first?.hint).toEqual({ hu: 'Nézd meg' })
  // Without any other words, these are better than none.
  expect(second?.label).toEqual({ en: '¿Heno?' })
  expect(notes).toEqual([
    'survey 2 label::Español (es): language_left_out',
    'survey 3 label::Español (es): language_taken',
    // A text in another language alone is not enough to publish.
    'survey 2 hint::hu: to_mend',
  ])
})

test('texts without a language are in that of the settings, else in the one that their words speak for', async () => {
  const survey = 'type | name | label\ntext | q | Wie ist der Zustand und wie viele Tiere sind das?'
  expect((await imported({ survey, settings: 'default_language\nfr' })).definition.default_language).toBe('fr')
  const guessed = await imported({ survey })
  expect(guessed.definition.default_language).toBe('de')
  expect(guessed.notes).toEqual(['settings 1 default_language: language_guessed'])
  expect((await imported({ survey: 'type | name | label\ntext | q | Xyz' }, 'hu')).definition.default_language).toBe(
    'hu',
  )
})

test('a form in a language outside the five keeps its words', async () => {
  const { definition, notes } = await imported({
    survey: 'type | name | label::Español (es)\ntext | q | ¿Agua?',
    settings: 'default_language\nEspañol (es)',
  })
  expect(questionsOf(definition)[0]?.label).toEqual({ en: '¿Agua?' })
  expect(notes).toEqual(['settings 2 default_language: language_taken'])
})

test('groups with a label become sections, what lies between them too, and nothing unseen makes a page', async () => {
  const { definition, faults } = await imported({
    survey: `type | name | label | relevant | appearance | calculation
start | start
text | who | Who?
begin group | barn | The barn | \${who} != '' | field-list
begin_group | inner | Inner
begin repeat | cows | Cows | | field-list
text | tag | Tag
end repeat
end_group
end group
calculate | twice | | | | 1 + 1
text | last | Anything else?`,
    settings: english,
  })
  expect(faults).toEqual([])
  expect(definition.sections).toMatchObject([
    { title: { en: 'Barn visit' }, questions: [{ id: 'start' }, { id: 'who' }] },
    {
      id: 'barn',
      title: { en: 'The barn' },
      visible_if: "${who} != ''",
      questions: [
        { type: 'group', id: 'inner', questions: [{ type: 'repeat', id: 'cows', questions: [{ id: 'tag' }] }] },
      ],
    },
    {
      title: { en: 'Further questions' },
      questions: [{ id: 'twice', type: 'calculated', hidden: true }, { id: 'last' }],
    },
  ])
  expect(mistakesIn(definition)).toEqual([])
})

test('repeats count their rows, and expressions reach into them', async () => {
  const { definition, notes, faults } = await imported({
    survey: `type | name | label | repeat_count | calculation
integer | n | How many? | |
begin_repeat | cows | Cows | \${n} |
text | tag | Tag | |
calculate | place | | | position(..)
end_repeat | | | |
calculate | first | | | indexed-repeat(\${tag}, \${cows}, 1)
calculate | many | | | count(\${cows})`,
    settings: english,
  })
  expect([...faults, ...notes]).toEqual([])
  expect(definition.sections[0]?.questions[1]).toMatchObject({ rows: { from: 'count', count: '${n}' } })
  expect(mistakesIn(definition)).toEqual([])
})

test('cascading choices filter by further columns', async () => {
  const { definition, faults, notes } = await imported({
    survey: `type | name | label | choice_filter
select_one region | region | Region |
select_one farm | farm | Farm | region = \${region} and open = 'yes'`,
    choices: `List Name | Name | Label | region | open
region | north | North | |
region | south | South | |
farm | f1 | Farm 1 | north | yes
farm | f2 | Farm 2 | south | no`,
    settings: english,
  })
  expect([...faults, ...notes]).toEqual([])
  expect(questionsOf(definition)[1]).toMatchObject({
    choices: [{ id: 'f1', attributes: { region: 'north', open: 'yes' } }, { id: 'f2' }],
    choice_filter: "region = ${region} and open = 'yes'",
  })
  expect(mistakesIn(definition)).toEqual([])
})

test('a default that could not be an answer is left out and listed', async () => {
  const { elements: made, notes } = await elements(
    'type | name | label | default\ninteger | a | A | 5.5\ninteger | b | B | 5',
  )
  expect(made).toEqual([
    { type: 'number', id: 'a', label: { en: 'A' }, decimals: 0 },
    { type: 'number', id: 'b', label: { en: 'B' }, decimals: 0, default: { from: 'fixed', value: 5 } },
  ])
  expect(notes).toEqual(['survey 2 default: default_left_out'])
})

test('or_other adds the choice and the question for it', async () => {
  const { elements: made, definition } = await elements('type | name | label\nselect_one yn or_other | q | Q', yesNo)
  expect(definition.choice_sets?.[0]?.choices.at(-1)).toEqual({ id: 'other', label: { en: 'Other' } })
  expect(made[1]).toMatchObject({ type: 'text', id: 'q_other', visible_if: "selected(${q}, 'other')" })
})

test('names that do not fit are changed, in expressions, texts and defaults too', async () => {
  const { definition, notes, faults } = await imported({
    survey: `type | name | label | relevant
text | my name | Name? |
select_one feed | feed | Feed? | \${my name} != ''
text | why | Why, \${feed}? | \${feed} = 'dry hay' or selected(\${feed}, 'dry hay')`,
    choices: 'list_name | name | label\nfeed | dry hay | Hay\nfeed | silage | Silage',
    settings: english,
  })
  // A name with a blank cannot stand in a reference.
  expect(faults).toEqual(['survey 3 relevant: expression_unclosed_reference'])
  expect(notes).toEqual(['survey 2 name: renamed', 'choices 2 name: choice_renamed'])
  expect(questionsOf(definition)[2]).toMatchObject({
    visible_if: "${feed} = 'dry_hay' or selected(${feed}, 'dry_hay')",
  })
})

test('names in other scripts, and the same name in two groups, are told apart where they are used', async () => {
  const { definition, notes, faults } = await imported({
    survey: `type | name | label | relevant
begin group | a | A |
text | اسم | Name? |
text | tag | Tag \${اسم}? |
text | more | More? | \${tag} != ''
end group
begin group | b | B |
text | tag | Tag? |
text | other | Other? | \${tag} = 'x'
end group`,
    settings: english,
  })
  expect(faults).toEqual([])
  expect(notes).toEqual(['survey 3 name: renamed', 'survey 8 name: renamed'])
  expect(questionsOf(definition)).toMatchObject([
    { id: 'question' },
    { id: 'tag', label: { en: 'Tag ${question}?' } },
    { visible_if: "${tag} != ''" },
    { id: 'b_tag' },
    { visible_if: "${b_tag} = 'x'" },
  ])
})

test('unknown cells are listed one by one', async () => {
  const more = 'guidance_hint | disabled | bind::foo'
  const { notes, faults } = await imported({
    survey: `type | name | label | appearance | parameters | media::audio | trigger | calculation | ${more}
text | a | A | numbers | | | | | | |
select_one yn | b | B | shiny | randomize=true | b.mp3 | | | | |
integer | c | C | | | | \${a} | | Look | | 5
calculate | d | | | | | | randomize('x') | | |
text | e | E | | | | | | | yes |
 | | | | | | | | | | a remark
text | f | <b>Bold</b> <span style="color:red">red</span> | w1 | | | | | | |`,
    choices: `${yesNo}`,
    settings: 'form_title | default_language | instance_name | style | version\nX | en | ${a} | pages | 7',
    entities: 'list_name\nfarms',
  })
  expect(faults).toEqual([])
  expect(notes.sort()).toEqual(
    [
      'survey 3 appearance: appearance',
      'survey 3 parameters: parameter',
      'survey 3 media::audio: media_left_out',
      'survey 4 trigger: cell_unused',
      'survey 4 guidance_hint: guidance_added',
      'survey 4 bind::foo: cell_unused',
      'survey 5 calculation: expression_left_out',
      'survey 6 disabled: row_disabled',
      'survey 7 bind::foo: row_comment',
      'survey 8 label: markup_left_out',
      'settings 2 instance_name: setting_left_out',
      'settings 2 style: setting_left_out',
      'settings 2 version: own_number',
      'entities 1 : sheet_left_out',
    ].sort(),
  )
})

test('round quotes of text processors are straightened', async () => {
  const { elements: made } = await elements('type | name | label | relevant\ntext | a | A |\ntext | b | B | ${a} = ‘x’')
  expect(made[1]).toMatchObject({ visible_if: "${a} = 'x'" })
})

describe('faults name the row, and nothing else is said of their consequences', () => {
  const cases: [string, Tables, string[]][] = [
    [
      'an unclosed group',
      { survey: 'type | name | label\nbegin group | g | G\ntext | a | A' },
      ['survey 2 type: xlsform_unclosed_group'],
    ],
    [
      'an unclosed repeat',
      { survey: 'type | name | label\nbegin repeat | g | G\ntext | a | A' },
      ['survey 2 type: xlsform_unclosed_repeat'],
    ],
    [
      'an end too many',
      { survey: 'type | name | label\ntext | a | A\nend group' },
      ['survey 3 type: xlsform_unopened_group'],
    ],
    [
      'crossed ends',
      { survey: 'type | name | label\nbegin group | g | G\ntext | a | A\nend repeat' },
      ['survey 4 type: xlsform_crossed_repeat'],
    ],
    [
      'the same name twice',
      { survey: 'type | name | label\ntext | a | A\ntext | a | B' },
      ['survey 3 name: xlsform_duplicate_name'],
    ],
    ['an unknown type', { survey: 'type | name | label\ninterger | a | A' }, ['survey 2 type: xlsform_unknown_type']],
    ['no type', { survey: 'type | name | label\ntext | b | B\n | a | A' }, ['survey 3 type: xlsform_no_type']],
    [
      'a broken expression',
      { survey: "type | name | label | relevant\ntext | a | A | \ntext | b | B | ${a} = 'x" },
      ['survey 3 relevant: expression_unclosed_text'],
    ],
    [
      'a question that is not there',
      { survey: 'type | name | label | relevant\ntext | b | B | ${gone} = 1' },
      ['survey 2 relevant: unknown_reference'],
    ],
    [
      'a text that shows what is not there',
      { survey: 'type | name | label\ntext | b | B ${gone}' },
      ['survey 2 label: unknown_reference'],
    ],
    [
      'a calculation without one',
      { survey: 'type | name | label\ncalculate | b |' },
      ['survey 2 calculation: xlsform_no_calculation'],
    ],
    ['no survey', { survey: '', questions: 'type | name\ntext | a' }, ['survey 1 type: xlsform_no_type_column']],
  ]
  test.each(cases)('%s', async (_, tables, expected) => {
    expect((await imported({ settings: english, ...tables })).faults).toEqual(expected)
  })
})

describe('slips in lists are carried over, each with what is to be mended', () => {
  test('a list that is missing, and one that is not named, have no choices yet', async () => {
    for (const [type, list] of [
      ['select_one lots', 'lots'],
      ['select_multiple', ''],
    ]) {
      const { elements: made, findings } = await elements(`type | name | label\n${type} | a | A`)
      expect(made).toMatchObject([{ id: 'a', choices: [] }])
      const reason = list === '' ? 'xlsform_no_list' : 'xlsform_unknown_list'
      expect(findings.notes).toEqual([
        { sheet: 'survey', row: 2, column: 'type', code: 'to_mend', values: { list }, reason },
      ])
    }
  })

  test('a loop over a list that is missing asks once', async () => {
    const { elements: made, notes } = await elements(
      'type | name | label | relevant\nbegin loop over lots | l | L |\ntext | a | A |\nend loop | | |\n' +
        'text | b | B | ${a} = 1',
    )
    expect(made).toMatchObject([{ id: 'a' }, { id: 'b' }])
    expect(notes).toEqual(['survey 2 type: to_mend'])
  })

  test('a choice named twice is two choices, and a row that was copied is one', async () => {
    const {
      definition,
      elements: made,
      findings,
    } = await elements(
      "type | name | label | relevant\nselect_one l | a | A |\ntext | b | B | ${a} = 'x'",
      'list_name | name | label | place\nl | x | X | 1\nl | y | Y | 1\nl | x | Z | 1\nl | x | X | 1\nl | x | Z | 1',
    )
    expect(definition.choice_sets?.[0]?.choices.map(({ id, label }) => [id, label.en])).toEqual([
      ['x', 'X'],
      ['y', 'Y'],
      ['x_2', 'Z'],
    ])
    const said = { name: 'x', list: 'l', called: 'x_2' }
    expect(findings.notes.map(({ row, code, values }) => ({ row, code, values }))).toEqual([
      { row: 4, code: 'choice_twice', values: said },
      { row: 5, code: 'choice_repeated', values: { ...said, called: 'x_3' } },
      { row: 6, code: 'choice_repeated', values: { ...said, called: 'x_3' } },
    ])
    expect(made[1]).toHaveProperty('visible_if', "(${a} = 'x' or ${a} = 'x_2')")
    expect(mistakesIn(definition)).toEqual([])
  })

  test('a name that cannot be an id, twice, is still two choices', async () => {
    const { definition, elements: made } = await elements(
      "type | name | label | relevant\nselect_one l | a | A |\ntext | b | B | ${a} = 'x y'",
      'list_name | name | label\nl | x y | X\nl | x y | Z',
    )
    expect(definition.choice_sets?.[0]?.choices.map(({ id }) => id)).toEqual(['x_y', 'x_y_2'])
    expect(made[1]).toHaveProperty('visible_if', "(${a} = 'x_y' or ${a} = 'x_y_2')")
  })
})

test('a group whose condition names a question inside it can be published', async () => {
  const { definition, notes } = await elements(
    `type | name | label | relevant | default
begin group | inputs | Patient | ./source = 'user' |
hidden | source | | | user
begin group | contact | | |
text | _id | Who? | |
end group | | | |
end group | | | |
text | after | After | \${source} = 'user' |`,
  )
  expect(notes).toEqual([])
  expect(mistakesIn(definition)).toEqual([])
})

test("SurveyCTO's ways to ask for another answer, to work out in passing and to keep pictures small", async () => {
  const { elements: made, notes } = await elements(
    `type | name | label | calculation | parameters | appearance
select_one_with_other yn | a | A | | |
calculate_here | b | | duration() | |
image | c | C | | max-pixels=1024 |
phonenumber | d | | | |
date | e | E | | | no-calendar w3
geopoint | f | F | | | placement-map sparkling
begin group | g | | | | w2 field-list
calculate | h | | difference-in-months(\${e}, today()) | |
end group | | | | |`,
    yesNo,
  )
  expect(made).toMatchObject([
    { id: 'a', type: 'single_choice' },
    { id: 'a_other', type: 'text', visible_if: "selected(${a}, 'other')" },
    { id: 'b', type: 'calculated', calculate: 'duration()', hidden: true },
    { id: 'c', type: 'photo', max_pixels: 1024 },
    { id: 'd', type: 'hidden' },
    { id: 'e', type: 'date', appearance: 'no-calendar w3' },
    { id: 'f', type: 'place', appearance: 'placement-map sparkling' },
    { id: 'g', type: 'group', appearance: 'w2', questions: [{ calculate: 'difference-in-months(${e}, today())' }] },
  ])
  expect(notes).toEqual([
    'survey 3 type: calculated_always',
    'survey 5 type: type_of_device',
    'survey 7 appearance: appearance',
  ])
})
