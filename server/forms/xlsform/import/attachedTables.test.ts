/** Files beside a workbook: looked things up in, offered as choices, searched; and lists too long to be choices. */
import { expect, test } from 'vitest'
import { questionsOf } from '#shared/forms/elements.ts'
import { plainContext } from '#shared/forms/evaluation/context.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import { mistakesIn } from '#shared/forms/mistakes/mistakes.ts'
import { contentsFor } from '#shared/forms/tables/contents.ts'
import { imported, type Tables, workbookOf } from '#testing/xlsform/importing.ts'
import { exportDefinition } from '../export/exportDefinition.ts'
import { readWorkbook } from '../workbook.ts'
import { importDefinition } from './importDefinition.ts'

const settings = 'form_title | default_language\nBarn visit | en'
const farms = `name | label | label::hu | region | cows
7 | Green Farm | Zöld gazdaság | north | 40
8 | Hill Farm | | north | 60
9 | Lake Farm | | south |`

/** With farms.csv as a sheet of the workbook, faultless and fit to be published. */
async function whole(survey: string, more: Partial<Tables> = {}) {
  const result = await imported({ survey, settings, 'farms.csv': farms, ...more })
  expect(result.faults).toEqual([])
  expect(mistakesIn(result.definition)).toEqual([])
  return { ...result, questions: questionsOf(result.definition) }
}

const state = (definition: Parameters<typeof mistakesIn>[0], answers: Record<string, string>) =>
  new FormState(
    definition,
    Object.fromEntries(Object.entries(answers).map(([id, value]) => [id, { value }])),
    plainContext(),
  )

test('pulldata and the path of an instance read values of a file', async () => {
  const { definition, notes } = await whole(`type | name | label | calculation | constraint
csv-external | farms | | |
text | farm | Farm | | count(instance('farms')/root/item[name = current()/.]) = 1
calculate | cows | | pulldata('farms', 'cows', 'name', \${farm}) |
calculate | called | | instance('farms')/root/item[name = \${farm}]/label |
calculate | north | | sum(instance("farms")/root/item[region = 'north']/cows) |`)
  expect(notes).toEqual([])
  expect(definition.tables).toMatchObject([
    { name: 'farms', columns: ['name', 'label', 'label::hu', 'region', 'cows'], rows: 3 },
  ])
  const filled = state(definition, { farm: '8' })
  expect(['cows', 'called', 'north'].map(filled.value)).toEqual(['60', 'Hill Farm', 100])
  expect(filled.problemsAt('farm')).toEqual([])
  expect(state(definition, { farm: '80' }).problemsAt('farm')).toMatchObject([{ code: 'constraint' }])
})

test.each(['select_one_from_file farms.csv', 'select one from file farms.csv', 'select_one farms.csv'])(
  '%s offers the rows of the file, filtered by its columns, in the languages of its headings',
  async type => {
    const { definition, questions, notes } = await whole(
      `type | name | label | choice_filter
text | region | Region |
${type} | farm | Farm | region = \${region}
calculate | words | | |`.replace('\ncalculate | words | | |', ''),
    )
    expect(notes).toEqual([])
    expect(questions[1]).toMatchObject({
      type: 'single_choice',
      choices: [],
      table: { name: 'farms', value: 'name', label: 'label' },
      choice_filter: 'region = ${region}',
    })
    const filled = state(definition, { region: 'north', farm: '7' })
    expect(filled.choices('farm').map(({ id, label }) => [id, label])).toEqual([
      ['7', { en: 'Green Farm', hu: 'Zöld gazdaság' }],
      ['8', { en: 'Hill Farm' }],
    ])
    expect(filled.problemsAt('farm')).toEqual([])
    expect(state(definition, { region: 'north', farm: '9' }).problemsAt('farm')).toMatchObject([
      { code: 'not_an_option' },
    ])
    expect(state(definition, { farm: '17' }).problemsAt('farm')).toMatchObject([{ code: 'not_an_option' }])
  },
)

test('columns other than name and label are named by the parameters', async () => {
  const { questions } = await whole(
    'type | name | label | parameters\nselect_multiple_from_file farms.csv | farm | Farm | value=cows label=region',
  )
  expect(questions[0]).toMatchObject({
    type: 'multiple_choice',
    table: { name: 'farms', value: 'cows', label: 'region' },
  })
})

test.each([
  ["search('farms')", undefined],
  ["minimal search('farms', 'matches', 'region', ${region})", 'region = ${region}'],
  ["search('farms','contains','label',${region})", 'contains(label, ${region})'],
  ["search('farms', 'startswith', 'label', ${region}, 'cows', '40')", "starts-with(label, ${region}) and cows = '40'"],
  ["search('farms', 'matches', 'label, region', ${region})", '(label = ${region} or region = ${region})'],
])('%s in the appearance filters the rows of the file', async (appearance, filter) => {
  const { questions, definition, notes } = await whole(
    `type | name | label | appearance\ntext | region | Region |\nselect_one farm_list | farm | Farm | ${appearance}`,
    { choices: 'list_name | name | label\nfarm_list | name | label\nfarm_list | 0 | None' },
  )
  expect(notes).toEqual(['survey 3 type: table_rows_left_out'])
  expect(definition.choice_sets).toBeUndefined()
  const [, farm] = questions
  expect(farm).toMatchObject({ table: { name: 'farms', value: 'name', label: 'label' } })
  expect(farm && 'choice_filter' in farm ? farm.choice_filter : undefined).toBe(filter)
  expect(farm && 'layout' in farm ? farm.layout : undefined).toBe(appearance.startsWith('minimal') ? 'list' : undefined)
})

test('an instance of a list is that list under any name', async () => {
  const { definition } = await whole(
    `type | name | label | calculation
select_one crops | crops_2 | Crop |
select_one crops | crop | Crop |
text | crops | Which? |
calculate | price | | instance('crops')/root/item[name = \${crop}]/price`,
    { choices: 'list_name | name | label | price\ncrops | oats | Oats | 12\ncrops | rye | Rye | 9' },
  )
  expect(state(definition, { crop: 'rye' }).value('price')).toBe('9')
})

test('a file that is nowhere is carried over by its name, and the form waits for it', async () => {
  const { definition, notes, faults } = await imported({
    survey: `type | name | label | calculation
select_one_from_file shops.csv | shop | Shop |
calculate | a | | pulldata('prices', 'price', 'id', \${shop})`,
    settings,
  })
  expect(faults).toEqual([])
  expect(notes.slice(0, 2)).toEqual(['survey 2 type: table_needed', 'survey 3 calculation: table_needed'])
  expect(definition.tables).toEqual([
    { name: 'shops', columns: [], rows: 0 },
    { name: 'prices', columns: [], rows: 0 },
  ])
  expect(mistakesIn(definition).map(({ code, path }) => `${path}: ${code}`)).toEqual([
    'tables.0: table_missing',
    'tables.1: table_missing',
  ])
})

test('a list of more than 2,000 choices is a table, with its languages and columns', async () => {
  const rows = Array.from(
    { length: 3_000 },
    (_, index) => `towns | t${index} | Town ${index} | Város ${index} | r${index % 3}`,
  )
  const { definition, questions, notes } = await whole(
    'type | name | label | choice_filter | relevant\ntext | r | R | |\n' +
      "select_one towns | town | Town | region = ${r} |\ntext | x | X | | ${town} = 't5'",
    { choices: `list_name | name | label::en | label::hu | region\n${rows.join('\n')}` },
  )
  expect(notes).toEqual([])
  expect(definition.tables).toMatchObject([{ name: 'towns', rows: 3_000 }])
  expect(questions[1]).toMatchObject({ choices: [], table: { name: 'towns', value: 'name', label: 'label' } })
  const filled = state(definition, { r: 'r2', town: 't5' })
  expect(filled.choices('town')).toHaveLength(1_000)
  expect(filled.choices('town')[1]).toMatchObject({ id: 't5', label: { en: 'Town 5', hu: 'Város 5' } })
  expect(filled.isVisible('x')).toBe(true)
})

test('a form with tables is exported and imported with their contents', async () => {
  const { definition } = await whole(
    `type | name | label | choice_filter | parameters | calculation
select_one_from_file farms.csv | farm | Farm | cows != '' | value=name label=region |
calculate | cows | | | | pulldata('farms', 'cows', 'name', \${farm})`,
  )
  const sheets = exportDefinition({
    definition,
    name: { en: 'Barn visit' },
    description: {},
    category: 'other',
    formId: 'tend_form_1',
    version: '1',
    answers: { yes: {}, no: {}, na: {} },
    tables: contentsFor(definition),
  })
  const book = sheets.map(({ name, columns, rows }) => ({
    name,
    rows: [Object.fromEntries(columns.map(column => [column, column])), ...rows].map((row, index) => ({
      number: index + 1,
      cells: new Map(columns.flatMap((column, at) => (row[column] ? [[at, row[column]] as const] : []))),
    })),
  }))
  const again = importDefinition(book, { reader: 'en', fileName: 'x' })
  expect(again.findings.faults).toEqual([])
  expect(again.definition).toEqual(definition)
  expect(again.tables).toEqual(contentsFor(definition).map(([uuid, content]) => ({ uuid, content })))
})

test('a cell of a table keeps its value, and one without a heading is reported', async () => {
  const long = 'x'.repeat(2_500)
  const survey = 'type | name | label\nselect_one_from_file farms.csv | farm | Farm'
  const book = await readWorkbook(await workbookOf({ survey, settings, 'farms.csv': farms }))
  const [head, green, hill] = book.find(({ name }) => name === 'farms.csv')?.rows ?? []
  head?.cells.set(8, 'label')
  green?.cells.set(1, long).set(9, 'beside the table')
  hill?.cells.set(1, '0.15')
  if (hill) hill.shown = new Map([[1, '15 %']])
  const { findings, tables } = importDefinition(book, { reader: 'en', fileName: 'x' })
  expect(findings.faults).toEqual([])
  expect(findings.notes).toMatchObject([
    { sheet: 'farms.csv', row: 1, column: 'I', code: 'cell_unused', values: { value: 'label' } },
    { sheet: 'farms.csv', row: 2, column: 'J', code: 'cell_unused', values: { value: 'beside the table' } },
  ])
  expect(tables[0]?.content.rows.map(([, label]) => label)).toEqual([long, '15 %', 'Lake Farm'])
})
