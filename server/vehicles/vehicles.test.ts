import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { animals } from '#shared/animals/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { normalizedIdentifier, normalizedText } from '#shared/lib/folding.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { admin, company, type Person, platform } from '../test/people.ts'
import { begin } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'
import { vehicles as table } from './table.ts'

const lorry = { name: 'Blue lorry', type: 'lorry', plate: 'AB-12 345', floor_area: 21.35 } as const

test('a manager keeps the vehicles, a worker reads them, a guest and another company do not', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, guest, stranger] = [
    await farm.manager(),
    await farm.worker(),
    await farm.guest(),
    await dairy.manager(),
  ]
  const blue = await boss.call(vehicles.create, lorry)

  expect(blue).toMatchObject({ ...lorry, company_id: farm.id, notes: null, revision: 1 })
  expect((await hand.call(vehicles.list, {})).data).toEqual([blue])
  expect(await hand.refused(vehicles.create, { name: 'Mine', type: 'van' })).toMatchObject({ status: 403 })
  expect(await hand.refused(vehicles.update, { id: blue.id, name: 'Mine' })).toMatchObject({ status: 403 })
  expect(await guest.refused(vehicles.list, {})).toMatchObject({ status: 403 })
  expect((await stranger.call(vehicles.list, {})).data).toEqual([])
  for (const call of [vehicles.get, vehicles.update, vehicles.remove, vehicles.restore])
    expect(await stranger.refused(call, { id: blue.id })).toMatchObject({ status: 404 })
})

test('a vehicle has make, chassis number and decks with their measures', async () => {
  const boss = await (await company()).manager()
  const known = {
    ...{ vin: 'XLRAEL1500L482117', make: 'DAF', model: 'LF 260', model_year: 2019 },
    decks: [
      { length: 7.2, width: 2.4, height: 1.9 },
      { length: 7.2, width: 2.4 },
    ],
  }
  const blue = await boss.call(vehicles.create, { ...lorry, ...known })
  expect(await boss.call(vehicles.get, { id: blue.id })).toMatchObject(known)
  const wrong = { decks: [{ length: 0, width: 2.4 }], model_year: 19 }
  expect(Object.keys((await boss.refused(vehicles.update, { id: blue.id, ...wrong })).errors ?? {}).sort()).toEqual([
    'decks.0.length',
    'model_year',
  ])
  expect(await boss.call(vehicles.update, { id: blue.id, decks: null })).toMatchObject({ decks: null, make: 'DAF' })
})

test('platform admins see vehicles of all companies with their company, or of one they ask for', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, other, root] = [await farm.manager(), await dairy.manager(), await admin()]
  const [blue, red] = [
    await boss.call(vehicles.create, { ...lorry, plate: null, name: `Blue ${farm.id}` }),
    await other.call(vehicles.create, { ...lorry, plate: null, name: `Red ${dairy.id}` }),
  ]
  const seen = async (input: object) =>
    (await root.call(vehicles.list, { per_page: 100, ...input })).data.map(({ id, company_name }) => [id, company_name])
  const names = new Map((await seen({ sort: '-created_at' })) as [number, string][])
  expect(names.get(blue.id)).toEqual(expect.any(String))
  expect(names.get(red.id)).not.toBeNull()
  expect((await seen({ company_id: dairy.id })).map(([id]) => id)).toEqual([red.id])
  // Nobody else sees more for asking.
  expect((await boss.call(vehicles.list, { company_id: dairy.id })).data).toEqual([])
  expect(blue.company_name).toBeNull()
})

test('a plate is unique among the vehicles of a company, however it is spaced', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, stranger] = [await farm.manager(), await dairy.manager()]
  const blue = await boss.call(vehicles.create, { ...lorry, plate: 'FÜ-12 345' })
  const taken = { status: 422, code: 'invalid', errors: { plate: [expect.stringContaining('already in use')] } }

  expect(await boss.refused(vehicles.create, { ...lorry, plate: ' fü12345 ' })).toMatchObject(taken)
  const red = await boss.call(vehicles.create, { ...lorry, name: 'Red lorry', plate: null })
  await boss.call(vehicles.create, { name: 'Loader', type: 'machine' })
  expect(await boss.refused(vehicles.update, { id: red.id, plate: 'Fü 123-45' })).toMatchObject(taken)
  expect(await stranger.call(vehicles.create, { ...lorry, plate: 'FÜ-12 345' })).toMatchObject({ plate: 'FÜ-12 345' })

  await boss.call(vehicles.remove, { id: blue.id })
  expect(await boss.call(vehicles.update, { id: red.id, plate: 'FÜ12345' })).toMatchObject({ revision: 2 })
  expect(await boss.refused(vehicles.restore, { id: blue.id })).toMatchObject(taken)
})

test('vehicles are found by name, plate and type, and come in natural order', async () => {
  const boss = await (await company()).manager()
  await boss.call(vehicles.create, { ...lorry, name: 'Lorry 10' })
  await boss.call(vehicles.create, { ...lorry, name: 'lorry 9', plate: 'XY 1' })
  await boss.call(vehicles.create, { name: 'Stock trailer', type: 'trailer', plate: 'TR 7' })

  const names = async (input: object) => (await boss.call(vehicles.list, input)).data.map(({ name }) => name)
  expect(await names({ sort: 'name' })).toEqual(['lorry 9', 'Lorry 10', 'Stock trailer'])
  expect(await names({ search: 'tr 7' })).toEqual(['Stock trailer'])
  expect(await names({ search: 'LORRY' })).toEqual(['lorry 9', 'Lorry 10'])
  expect(await names({ type: 'trailer' })).toEqual(['Stock trailer'])
})

test('a vehicle needs a name and a known type; its plate and floor area are checked', async () => {
  const boss = await (await company()).manager()
  const wrong = { name: ' ', type: 'horse', plate: ' - ', floor_area: 0 }

  expect(await boss.refused(vehicles.create, wrong as never)).toMatchObject({
    status: 422,
    errors: Object.fromEntries(Object.keys(wrong).map(field => [field, [expect.any(String)]])),
  })
})

test('tasks and submissions are about vehicles, and submissions are found by them', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, stranger] = [await farm.manager(), await farm.worker(), await dairy.manager()]
  const form = await vehicleForm(boss)
  const [blue, theirs] = [await boss.call(vehicles.create, lorry), await stranger.call(vehicles.create, lorry)]
  const subject = { type: 'vehicle', id: blue.id, name: blue.name } as const
  const sent = await sendTask(boss, hand, { form_id: form.id, subjects: [subject] })
  const { id } = await begin(hand, form, { task_sent_id: sent.id })
  await begin(hand, form)

  expect(sent.subjects).toEqual([{ ...subject, status: null }])
  expect((await boss.call(tasks.get, { id: sent.task_id })).subjects).toEqual([{ ...subject, status: null }])
  const found = async (input: object) => (await hand.call(submissions.list, input)).data
  expect(await found({ vehicle_id: blue.id })).toMatchObject([{ id, subjects: [subject] }])
  expect(await found({ vehicle_id: theirs.id })).toEqual([])
  const foreign = { form_id: form.id, uuid: crypto.randomUUID(), subjects: [{ ...subject, id: theirs.id }] }
  expect(await hand.refused(submissions.create, foreign)).toMatchObject({
    status: 422,
    errors: { 'subjects.0.id': ['This does not exist, or you are not allowed to see it.'] },
  })
})

test('an answer names a vehicle of the own company or is refused at its question', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, stranger] = [await farm.manager(), await farm.worker(), await dairy.manager()]
  const form = await vehicleForm(boss)
  const [blue, theirs] = [await boss.call(vehicles.create, lorry), await stranger.call(vehicles.create, lorry)]
  const { id } = await begin(hand, form)
  const naming = (...ids: number[]) => ({
    id,
    answers: { vehicle: { value: ids.map(one => ({ id: one, name: 'Blue lorry' })) } },
  })
  const unknown = {
    status: 422,
    errors: { 'answers.vehicle': ['This does not exist, or you are not allowed to see it.'] },
  }

  expect(await hand.refused(submissions.complete, naming(theirs.id))).toMatchObject(unknown)
  expect(await hand.refused(submissions.complete, naming(blue.id, 2_000_000_000))).toMatchObject(unknown)
  await boss.call(vehicles.remove, { id: blue.id })
  expect(await hand.call(submissions.complete, naming(blue.id))).toMatchObject({ status: 'complete' })
})

/** A form that asks which vehicles go. */
async function vehicleForm(boss: Person) {
  const form = await boss.call(forms.create, {
    name: { en: 'Transport' },
    definition: {
      schema: 1,
      default_language: 'en',
      sections: [
        {
          id: 'papers',
          title: { en: 'Papers' },
          questions: [{ type: 'vehicle', id: 'vehicle', label: { en: 'Which vehicles go?' }, many: true }],
        },
      ],
    },
  })
  await boss.call(forms.publish, { id: form.id })
  return boss.call(forms.get, { id: form.id })
}

test('plates, names and tags that look alike are one, and old ones that are written otherwise stay', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const one = await boss.call(vehicles.create, { name: 'Gyo\u030br\u00a0 \u200b1', type: 'van', plate: 'KLM–1' })
  expect(one).toMatchObject({ name: 'Győr 1', plate: 'KLM-1' })
  for (const plate of ['KLM-1', 'klm\u20111', ' KLM−１', 'KLM-١\u200e', 'K\u00adLM 1'])
    expect(await boss.refused(vehicles.create, { name: 'Two', type: 'van', plate })).toMatchObject({
      errors: { plate: [expect.any(String)] },
    })

  const cow = { name: 'Ada', species: 'cattle', sex: 'female', identifier: 'HU–12' } as const
  expect(await boss.call(animals.create, cow)).toMatchObject({ identifier: 'HU-12' })
  expect(await boss.refused(animals.create, { ...cow, name: 'Bea', identifier: 'HU‑١٢' })).toMatchObject({
    errors: { identifier: [expect.any(String)] },
  })

  const old = await boss.call(vehicles.create, { name: 'Old', type: 'van', plate: 'KLM-2' })
  await platform(db => db.update(table).set({ plate: 'KLM–1' }).where(eq(table.id, old.id)))
  const edited = { id: old.id, name: 'Old van', plate: 'KLM–1' }
  expect(await boss.call(vehicles.update, edited)).toMatchObject({ name: 'Old van', revision: 2 })
})

test('the database keeps marks as tend does', async () => {
  const samples = [
    'KLM–1',
    'ＫＬＭ－１',
    ' a\u00a0\u2003b\tc ',
    'Gyo\u030br\u200b',
    '١٢\u200e ۳',
    'x\u200dy',
    '\ufeffHU‑1',
    'e\u0301−',
  ]
  await platform(async db => {
    for (const sample of samples) {
      const { rows } = await db.execute(
        sql`select normalized_text(${sample}) as text, normalized_identifier(${sample}) as mark`,
      )
      expect(rows[0]).toEqual({ text: normalizedText(sample), mark: normalizedIdentifier(sample) })
    }
  })
})
