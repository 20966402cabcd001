import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { InputOf } from '#shared/lib/contract.ts'
import { type Locale, locales } from '#shared/lib/language.ts'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { daysLater } from '../../lib/localDays.ts'
import { company, type Person } from '../../test/people.ts'
import { hoursAhead } from '../../test/series.ts'

const today = () => new Date().toISOString().slice(0, 10)

type Asked = Omit<InputOf<typeof tasks.sheet>, 'date'> & { date?: string }

async function sheetOf(boss: Person, wanted: Asked, lang: Locale = 'en'): Promise<string> {
  const asked = { date: today(), ...wanted }
  const { statusCode, rawPayload } = await boss.send(tasks.sheet, asked, { lang })
  expect(statusCode).toBe(200)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
  return text.replace(/[\u2066-\u2069]/g, '')
}

test('the sheet of a day has open, overdue and recurring tasks of each person', async () => {
  const farm = await company()
  const company_id = farm.id
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const barn = await boss.call(locations.create, { name: 'Barn 9', type: 'barn' })
  const give = (title: string, to: Person, more: object = {}) =>
    boss.call(tasks.create, { title, assignees: [{ user_id: to.id }], timezone: 'UTC', ...more })
  await give('Fill the troughs', anna, { subjects: [{ type: 'location', id: barn.id }] })
  await give('Mend the gate', bela, { starts_at: hoursAhead(-72), due_after: 'PT2H' })
  await give('Sweep the yard', bela)
  await give('Count the ewes', anna, { recurrence: 'FREQ=DAILY', starts_at: hoursAhead(1), due_after: 'PT2H' })
  const [swept] = (await bela.call(tasks.sent, { search: 'Sweep' })).data
  await bela.call(tasks.completeSent, { id: swept?.id ?? 0 })

  // Of what both had to do, one has done their part.
  const both = { assignees: [{ user_id: anna.id }, { user_id: bela.id }] }
  await give('Walk the fence', anna, { ...both, starts_at: hoursAhead(-48), due_after: 'PT2H' })
  const [walked] = (await anna.call(tasks.sent, { search: 'Walk' })).data
  await anna.call(tasks.completeSent, { id: walked?.id ?? 0 })

  const all = await sheetOf(boss, { company_id })
  expect(all.match(/Walk the fence/g)).toHaveLength(1)
  for (const said of [anna.name, bela.name, 'Fill the troughs', 'Barn 9', 'Mend the gate']) expect(all).toContain(said)
  expect(all).not.toContain('Sweep the yard')
  const own = await sheetOf(boss, { company_id, user_id: anna.id })
  expect(own).not.toContain('Mend the gate')
  expect(own).not.toContain(bela.name)

  const nextWeek = await sheetOf(boss, { company_id, date: daysLater(today(), 7) })
  expect(nextWeek).toContain('Count the ewes')
  for (const later of ['Mend the gate', 'Fill the troughs']) expect(nextWeek).not.toContain(later)
})

test('it is there in each language, also where nothing is to be done, and for nobody of another company', async () => {
  const [farm, dairy] = [await company(), await company()]
  const company_id = farm.id
  const [boss, stranger] = [await farm.manager(), await dairy.manager()]
  expect(await sheetOf(boss, { company_id })).toContain('No tasks on this day.')
  for (const lang of locales) expect((await sheetOf(boss, { company_id }, lang)).length, lang).toBeGreaterThan(20)
  expect(await stranger.refused(tasks.sheet, { company_id, date: today() })).toMatchObject({ status: 404 })
})
