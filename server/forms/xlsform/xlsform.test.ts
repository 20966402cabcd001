/** Import and export over the API: who may, what is made, and what files do no harm. */
import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { forms } from '#shared/forms/contract.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { workbookOf } from '#testing/xlsform/importing.ts'
import { penCheck, publishedForm } from '../../test/forms.ts'
import { company, type Person } from '../../test/people.ts'

const visit = {
  survey: 'type | name | label::English (en) | label::Magyar (hu)\ntext | water | Water? | Víz?\nosm | noise | Noise |',
  settings: 'form_title | default_language\nBarn visit | English (en)',
}
const named = (content: Uint8Array, name = 'visit.xlsx') => ({ file: { name, content: Buffer.from(content) } })
const send = async (person: Person, content: Uint8Array) => person.call(forms.importFile, {}, named(content))

test('a manager imports an XLSForm, reads what was left out in their language, and has a draft', async () => {
  const boss = await (await company()).manager()
  const file = await workbookOf(visit)
  const { form, notes } = await boss.call(forms.importFile, {}, named(file))
  expect(form).toMatchObject({ name: { en: 'Barn visit' }, status: 'draft', default_language: 'en' })
  expect(form.draft && questionsOf(form.draft)).toMatchObject([{ id: 'water', label: { en: 'Water?', hu: 'Víz?' } }])
  expect(notes).toMatchObject([{ sheet: 'survey', row: 3, column: 'type', code: 'type_left_out' }])
  expect(notes[0]?.message).toBe('The type “osm” does not exist here. The row was left out.')
  const hungarian = await boss.call(forms.importFile, {}, { ...named(file), lang: 'hu' })
  expect(hungarian.notes[0]?.message).toContain('Itt nincs ilyen kérdéstípus: „osm”')
  expect(await boss.call(forms.publish, { id: form.id })).toMatchObject({ status: 'open' })
})

test('a file with faults makes nothing, and each fault names its row', async () => {
  const boss = await (await company()).manager()
  const file = await workbookOf({
    survey: 'type | name | label\nbegin group | g | G\ntext | a | A\ntext | a | B',
    settings: visit.settings,
  })
  expect(await boss.refused(forms.importFile, {}, named(file))).toMatchObject({
    status: 422,
    errors: {
      'survey.2.type': ['The group “g” is never closed (end_group).'],
      'survey.4.name': ['Row 3 already uses the name “a”. Choose another name.'],
    },
  })
  expect((await boss.call(forms.list, {})).data).toEqual([])
  expect(await boss.refused(forms.importFile, {})).toMatchObject({
    status: 422,
    errors: { file: [expect.any(String)] },
  })
})

test('a name missing in a sheet is reported for the sheet, not as a removed question', async () => {
  const boss = await (await company()).manager()
  const survey = (logic: string) =>
    workbookOf({
      survey: `type | name | label | relevant\nselect_one l | a | A |\ntext | b | B | ${logic}`,
      choices: 'list_name | name | label\nl | x | X',
      settings: visit.settings,
    })
  expect(await boss.refused(forms.importFile, {}, named(await survey('${gone} = 1')))).toMatchObject({
    errors: { 'survey.3.relevant': ['The question “gone” is not in this sheet.'] },
  })
  const { notes } = await boss.call(forms.importFile, {}, named(await survey("${a} = 'z'")))
  expect(notes[0]?.message).toContain('The choice “z” is not in the list of its question.')
  const hungarian = await boss.refused(forms.importFile, {}, { ...named(await survey('${gone} = 1')), lang: 'hu' })
  expect(JSON.stringify(hungarian)).toContain('nincs ezen a munkalapon')
})

test('workers neither import nor export, and another company has nothing to export', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await (await company()).manager()]
  const file = await workbookOf(visit)
  const { id } = await publishedForm(boss)
  expect(await hand.refused(forms.importFile, {}, named(file))).toMatchObject({ status: 403 })
  expect(await hand.refused(forms.exportFile, { id })).toMatchObject({ status: 403 })
  expect(await other.refused(forms.exportFile, { id })).toMatchObject({ status: 404 })
  await send(boss, file)
  expect((await other.call(forms.list, {})).data).toEqual([])
})

test('an exported form is imported elsewhere as the same form, and no cell of it is a formula', async () => {
  const [boss, other] = [await (await company()).manager(), await (await company()).manager()]
  const name = { en: '=1+1', hu: 'Karám' }
  const form = await boss.call(forms.create, {
    name,
    description: { en: 'Daily' },
    category: 'daily',
    definition: penCheck,
  })
  const answer = await boss.send(forms.exportFile, { id: form.id })
  expect(answer.headers).toMatchObject({ 'content-type': expect.stringContaining('spreadsheetml') })
  const parts = unzipSync(new Uint8Array(answer.rawPayload))
  const cells = Object.entries(parts).map(([path, content]) => [path, new TextDecoder().decode(content)] as const)
  for (const [path, xml] of cells) if (path.includes('worksheets')) expect(xml).not.toMatch(/<f[ >]/)
  expect(cells.find(([path]) => path.includes('sharedStrings'))?.[1]).not.toMatch(/<t[^>]*>[=+@-]/)
  const { form: copy, notes } = await send(other, new Uint8Array(answer.rawPayload))
  expect(notes).toEqual([])
  expect(copy).toMatchObject({ name, description: { en: 'Daily' }, category: 'daily' })
  expect(copy.draft).toEqual(penCheck)
})

test('a file that is none, or that harms, is refused', async () => {
  const boss = await (await company()).manager()
  const refused = (content: Uint8Array) => boss.refused(forms.importFile, {}, named(content))
  for (const content of ['', 'type,name,label', '<xml/>', 'PK\u0003\u0004 cut', '%PDF-1.7'])
    expect(await refused(strToU8(content)), content).toMatchObject({ code: 'file_type_refused' })
  expect(await refused(zipSync({ 'word/document.xml': strToU8('<w/>') }))).toMatchObject({ code: 'file_type_refused' })

  const parts = unzipSync(await workbookOf(visit))
  const nothing = new Uint8Array(60_000_000)
  const bomb = zipSync({ ...parts, 'xl/worksheets/sheet1.xml': nothing }, { level: 6 })
  expect(bomb.length).toBeLessThan(5_000_000)
  expect(await refused(bomb)).toMatchObject({ code: 'too_large' })
  expect(await refused(new Uint8Array(11 * 1024 * 1024))).toMatchObject({ code: 'too_large' })
})

test('a part that says it is small and is not stays within the limit', async () => {
  const boss = await (await company()).manager()
  const parts = unzipSync(await workbookOf(visit))
  const file = zipSync({ ...parts, 'xl/worksheets/sheet9.xml': new Uint8Array(60_000_000) }, { level: 9 })
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  // Every directory entry now claims ten bytes.
  for (let at = 0; at < file.length - 4; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true)
  expect(await boss.refused(forms.importFile, {}, named(file))).toMatchObject({ code: 'too_large' })
})

test('entities and outside references in the XML are never followed', async () => {
  const boss = await (await company()).manager()
  const parts = unzipSync(await workbookOf(visit))
  const strings = new TextDecoder().decode(parts['xl/sharedStrings.xml'])
  const laughs = Array.from({ length: 12 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join(
    '',
  )
  const doctype = `<!DOCTYPE x [<!ENTITY l0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">${laughs}]>`
  const evil = strings.replace(/(<\?xml[^>]*\?>)/, `$1${doctype}`).replace('Water?', '&l12;&f;')
  expect(evil).toContain('<!DOCTYPE')
  expect(evil).toContain('&l12;')
  const file = zipSync({ ...parts, 'xl/sharedStrings.xml': strToU8(evil) })
  const response = await boss.send(forms.importFile, {}, named(file))
  expect(response.body).not.toMatch(/root:|haha/)
})

test('a sheet that claims a million rows is read by what it has', async () => {
  const boss = await (await company()).manager()
  const parts = unzipSync(await workbookOf(visit))
  const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml'])
  const wide = sheet.replace(/<dimension ref="[^"]*"\/>/, '<dimension ref="A1:XFD1048576"/>')
  expect(wide).not.toBe(sheet)
  const { form } = await send(boss, zipSync({ ...parts, 'xl/worksheets/sheet1.xml': strToU8(wide) }))
  expect(form.draft && questionsOf(form.draft)).toHaveLength(1)
})

test('others are served while a long survey is read', async () => {
  const boss = await (await company()).manager()
  const rows = Array.from(
    { length: 2_000 },
    (_, index) => `integer | q${index} | Q ${index} | \${q${index >> 1}} > ${index}`,
  )
  const survey = `type | name | label | constraint\n${rows.join('\n')}`
  const reading = send(boss, await workbookOf({ survey, settings: visit.settings }))
  let isReading = true
  const done = reading.finally(() => {
    isReading = false
  })
  let answered = 0
  for (; isReading; answered++) await boss.call(forms.list, {})
  expect(questionsOf((await done).form.draft ?? penCheck)).toHaveLength(2_000)
  // In the same thread, none would be answered before the form stands.
  expect(answered).toBeGreaterThan(10)
})

test('a survey of too many rows is refused, and a long one is read', async () => {
  const boss = await (await company()).manager()
  const survey = (count: number) =>
    'type | name | label\n' +
    `${Array.from({ length: count }, (_, index) => `text | q${index} | Question ${index}`).join('\n')}`
  const { form } = await send(boss, await workbookOf({ survey: survey(1_200), settings: visit.settings }))
  expect(form.draft && questionsOf(form.draft)).toHaveLength(1_200)
  const file = await workbookOf({ survey: survey(5_100), settings: visit.settings })
  expect(await boss.refused(forms.importFile, {}, named(file))).toMatchObject({
    errors: { 'survey.5000.': ['A sheet can have at most 5,000 rows.'] },
  })
})
