/** Tables over the API: added, named by forms and imports, worked out on the server, and nobody else's. */
import { expect, test } from 'vitest'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { workbookOf } from '#testing/xlsform/importing.ts'
import { company, type Person } from '../../test/people.ts'
import { begin } from '../../test/submissions.ts'

const csv = '﻿name;label;cows\r\n7;"Green; Farm";40\r\n8;Hill Farm;60\r\n'
const file = (content: string | Buffer, name = 'farms.csv') => ({ file: { name, content: Buffer.from(content) } })

const add = (person: Person, content: string | Buffer = csv, uuid: string = crypto.randomUUID()) =>
  person.call(forms.addTable, { uuid }, file(content))

const asking = (uuid: string): Definition => ({
  schema: 1,
  default_language: 'en',
  tables: [{ name: 'farms', uuid, columns: ['name', 'label', 'cows'], rows: 2 }],
  sections: [
    {
      id: 'main',
      title: { en: 'Main' },
      questions: [
        {
          type: 'single_choice',
          id: 'farm',
          label: { en: 'Farm' },
          required: true,
          choices: [],
          table: { name: 'farms', value: 'name', label: 'label' },
          choice_filter: 'cows > 30',
        },
        {
          type: 'calculated',
          id: 'cows',
          label: { en: 'Cows' },
          calculate: "pulldata('farms', 'cows', 'name', ${farm}) + 1",
        },
      ],
    },
  ],
})

test('a form offers the rows of a table and looks things up in it, on the server as on the device', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const table = await add(boss)
  expect(table).toMatchObject({ columns: ['name', 'label', 'cows'], rows: 2 })
  expect(await add(boss, 'a\n1', table.uuid)).toEqual(table)
  expect(await hand.call(forms.table, { uuid: table.uuid })).toEqual({
    uuid: table.uuid,
    columns: ['name', 'label', 'cows'],
    rows: [
      ['7', 'Green; Farm', '40'],
      ['8', 'Hill Farm', '60'],
    ],
  })
  const draft = await boss.call(forms.create, { name: { en: 'Farms' }, definition: asking(table.uuid) })
  const form = await boss.call(forms.publish, { id: draft.id })
  const { id } = await begin(hand, form)
  expect(await hand.refused(submissions.complete, { id, answers: { farm: { value: '9' } } })).toMatchObject({
    status: 422,
    errors: { 'answers.farm': [expect.any(String)] },
  })
  const done = await hand.call(submissions.complete, { id, answers: { farm: { value: '8' } } })
  expect(done.answers).toEqual({ farm: { value: '8' }, cows: { value: 61 } })
  // Another content is another table: what was published stays with its own.
  const other = await add(boss, 'name,label,cows\n8,Hill Farm,70')
  await boss.call(forms.update, { id: form.id, definition: asking(other.uuid) })
  const next = await boss.call(forms.publish, { id: form.id })
  const [old, fresh] = [
    await begin(hand, form, { form_version: 1 } as never).catch(() => null),
    await begin(hand, next),
  ]
  expect(old === null || old.version === 1 || old.version === 2).toBe(true)
  const again = await hand.call(submissions.complete, { id: fresh.id, answers: { farm: { value: '8' } } })
  expect(again.answers).toMatchObject({ cows: { value: 71 } })
  expect((await hand.call(submissions.get, { id })).answers).toMatchObject({ cows: { value: 61 } })
})

test('a table is of one company: nobody else reads it or publishes a form with it', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, other] = [await farm.manager(), await dairy.manager()]
  const { uuid } = await add(boss)
  expect(await other.refused(forms.table, { uuid })).toMatchObject({ status: 404 })
  const form = await other.call(forms.create, { name: { en: 'Farms' }, definition: asking(uuid) })
  expect(await other.refused(forms.publish, { id: form.id })).toMatchObject({
    status: 422,
    errors: { 'definition.tables.0': ['The table “farms” has no rows yet. Add its file.'] },
  })
  const worker = await farm.worker()
  expect(await worker.refused(forms.addTable, { uuid: crypto.randomUUID() }, file(csv))).toMatchObject({ status: 403 })
})

test('files that are no tables are refused, each with its reason', async () => {
  const boss = await (await company()).manager()
  const refusal = async (content: string | Buffer) =>
    (await boss.refused(forms.addTable, { uuid: crypto.randomUUID() }, file(content))).errors
  const rows = Array.from({ length: 50_001 }, (_, index) => index).join('\n')
  expect(await refusal(' \n ')).toEqual({ file: ['This file contains no table.'] })
  expect(await refusal('a,,c\n1,2,3')).toEqual({ file: ['Give each column its own heading in the first line.'] })
  expect(await refusal('a,a\n1,2')).toEqual({ file: ['Give each column its own heading in the first line.'] })
  expect(await refusal(`id\n${rows}`)).toEqual({ file: ['A table can have at most 50,000 rows.'] })
  expect(await add(boss, `id\n${rows.slice(0, rows.lastIndexOf('\n'))}`)).toMatchObject({ rows: 50_000 })
  // In the letters of its country.
  const { uuid } = await add(boss, Buffer.from('name\nTej\xe9rt', 'latin1'))
  expect((await boss.call(forms.table, { uuid })).rows).toEqual([['Tejért']])
  // PostgreSQL stores no NUL.
  const broken = await add(boss, 'name\nHill\0side')
  expect((await boss.call(forms.table, { uuid: broken.uuid })).rows).toEqual([['Hillside']])
})

test('a workbook takes the tables that were added before, and brings its own in sheets', async () => {
  const boss = await (await company()).manager()
  const { uuid } = await add(boss)
  const workbook = await workbookOf({
    survey:
      'type | name | label | calculation\nselect_one_from_file farms.csv | farm | Farm |\n' +
      "calculate | price | | pulldata('prices', 'price', 'id', ${farm})",
    settings: 'form_title | default_language\nFarms | English (en)',
    'prices.csv': 'id | price\n7 | 12\n8 | 9',
  })
  const { form, notes } = await boss.call(
    forms.importFile,
    { tables: JSON.stringify({ farms: uuid }) },
    file(Buffer.from(workbook), 'farms.xlsx'),
  )
  expect(notes).toEqual([])
  expect(form.draft?.tables).toMatchObject([
    { name: 'farms', uuid, rows: 2 },
    { name: 'prices', columns: ['id', 'price'], rows: 2 },
  ])
  const open = await boss.call(forms.publish, { id: form.id })
  const { id } = await begin(boss, open)
  const done = await boss.call(submissions.complete, { id, answers: { farm: { value: '8' } } })
  expect(done.answers).toMatchObject({ price: { value: '9' } })
  // It goes out with its tables, and another company that takes it has them.
  const { rawPayload: content } = await boss.send(forms.exportFile, { id: form.id })
  const elsewhere = await (await company()).manager()
  const taken = await elsewhere.call(forms.importFile, {}, file(content, 'farms.xlsx'))
  expect(taken.form.draft).toEqual(form.draft)
  expect(await elsewhere.call(forms.publish, { id: taken.form.id })).toMatchObject({ status: 'open' })
})
