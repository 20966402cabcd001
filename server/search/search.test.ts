import { expect, test } from 'vitest'
import { animals } from '#shared/animals/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { guides } from '#shared/guides/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { search } from '#shared/search/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { filledCompany } from '../test/filledCompany.ts'
import { lameAnswers, publishedForm } from '../test/forms.ts'
import { admin, company, type Person, stranger } from '../test/people.ts'
import { attach, begin } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'

const found = async (person: Person, q: string) =>
  (await person.call(search.find, { q })).map(({ kind, title }) => `${kind}: ${title}`)
const kinds = async (person: Person, q: string) =>
  new Set((await person.call(search.find, { q })).map(({ kind }) => kind))

test('one search answers over all records that the person may read', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const daisy = await boss.call(animals.create, { name: 'Zephyrine', identifier: 'HU 4711', species: 'cattle' })
  await boss.call(locations.create, { name: 'Zephyr barn', type: 'barn' })
  await boss.call(vehicles.create, { name: 'Zephyr', type: 'van', plate: 'ZEP-123' })
  const subjects = [{ type: 'animal', id: daisy.id, name: daisy.name } as const]
  const form = await publishedForm(boss)
  const begun = await begin(hand, form, { subjects })
  const { uuid } = await attach(hand, begun)
  await hand.call(submissions.complete, { id: begun.id, answers: { ...lameAnswers, picture: { value: [{ uuid }] } } })
  const task = await sendTask(boss, hand, { title: 'Sweep the zephyr yard' })
  const talk = await boss.call(messaging.create, { type: 'group', title: 'Barn', user_ids: [hand.id] })
  await boss.call(messaging.post, { id: talk.id, message_text: 'Zephyr is out again' })

  expect(new Set(await found(boss, 'zephyr'))).toEqual(
    new Set([
      ...['animal: Zephyrine', 'location: Zephyr barn', 'vehicle: Zephyr', 'task: Sweep the zephyr yard'],
      'message: Zephyr is out again',
    ]),
  )
  const own = await hand.call(search.find, { q: 'zephyr' })
  expect(own.find(({ kind }) => kind === 'sent_task')).toMatchObject({ id: task.id, title: 'Sweep the zephyr yard' })
  expect(own.find(({ kind }) => kind === 'message')).toMatchObject({ target_id: talk.id, detail: 'Barn' })
  // Who neither has the task nor is in the conversation reads nothing of them.
  expect(await kinds(other, 'zephyr')).toEqual(new Set(['animal', 'location', 'vehicle']))
  expect(await found(await dairy.manager(), 'zephyr')).toEqual([])
  // By the mark, by the beginning of a word, and by who and what.
  expect(await found(boss, '4711')).toEqual(['animal: Zephyrine'])
  expect(await found(boss, 'ze')).toEqual(expect.arrayContaining(['animal: Zephyrine', 'vehicle: Zephyr']))
  expect(await kinds(boss, hand.name)).toEqual(new Set(['person', 'submission']))
  const [first] = await boss.call(forms.list, {}).then(({ data }) => data)
  expect(await kinds(boss, first?.name.en ?? '')).toEqual(expect.objectContaining(new Set(['form', 'submission'])))
  const lame = (await boss.call(search.find, { q: 'lame' })).find(({ kind }) => kind === 'finding')
  expect(lame).toMatchObject({ target_id: begun.id })
  expect(await kinds(other, 'lame')).not.toContain('finding')
})

test('typing mistakes and accents are forgiven, where nothing fits better', async () => {
  const { manager } = await company()
  const boss = await manager()
  for (const name of ['Ágnes', 'Bella', 'Bella 12', 'Łódź', 'Rosamunde'])
    await boss.call(animals.create, { name, species: 'cattle' })
  expect(await found(boss, 'agnes')).toEqual(['animal: Ágnes'])
  expect(await found(boss, 'agnse')).toEqual(['animal: Ágnes'])
  expect(await found(boss, 'lodz')).toEqual(['animal: Łódź'])
  expect(await found(boss, 'bela')).toEqual(['animal: Bella', 'animal: Bella 12'])
  expect(await found(boss, 'bella')).toEqual(['animal: Bella', 'animal: Bella 12'])
  expect(await found(boss, 'rosamnude')).toEqual(['animal: Rosamunde'])
  expect(await found(boss, 'quixote')).toEqual([])
  for (const words of ['%%', "' or true --", '\\', '$1'])
    if (words.length > 1) expect(await found(boss, words), words).toEqual([])
})

test('of a kind at most five are given, the best first, and archived rows are not among them', async () => {
  const { manager } = await company()
  const boss = await manager()
  const made = []
  for (let n = 1; n <= 8; n++) made.push(await boss.call(animals.create, { name: `Old ewe ${n}`, species: 'sheep' }))
  const best = await boss.call(animals.create, { name: 'Ewe', species: 'sheep' })
  const six = await found(boss, 'ewe')
  expect(six).toHaveLength(5)
  expect(six[0]).toBe('animal: Ewe')
  await boss.call(animals.remove, { id: best.id })
  expect(await found(boss, 'ewe')).not.toContain('animal: Ewe')
})

test('guides are found by their words and nearly by their titles', async () => {
  const { boss } = await filledCompany()
  const [guide] = (await boss.call(guides.list, {})).data
  const title = guide?.title.en ?? ''
  expect(await found(boss, title)).toContain(`guide: ${title}`)
  const mistyped = `${title.slice(0, -2)}${title.at(-1)}${title.at(-2)}`
  expect(await found(boss, mistyped)).toContain(`guide: ${title}`)
})

const nameOf = async (person: Person, id: number) => (await person.call(companies.get, { id })).name

test('an administrator outside companies finds rows of all with their company; others find none', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, other, root] = [await farm.manager(), await dairy.manager(), await admin()]
  const talk = await boss.call(messaging.create, { type: 'group', title: 'Barn', user_ids: [(await farm.worker()).id] })
  await boss.call(messaging.post, { id: talk.id, message_text: 'Quaggaville is between us' })
  const mare = await boss.call(animals.create, { name: 'Quaggaville mare', species: 'horse', identifier: 'Q 1' })
  const barn = await other.call(locations.create, { name: 'Quaggaville barn', type: 'barn' })
  const places = (await root.call(search.find, { q: 'quaggaville' })).map(({ kind, id, detail }) => [kind, id, detail])
  expect(places).toEqual(
    expect.arrayContaining([
      ['animal', mare.id, `Q 1 · ${await nameOf(boss, farm.id)}`],
      ['location', barn.id, await nameOf(other, dairy.id)],
    ]),
  )
  expect(places.map(([kind]) => kind)).not.toContain('message')
  expect((await other.call(search.find, { q: 'quaggaville' })).map(({ id }) => id)).toEqual([barn.id])
  expect(await (await stranger()).call(search.find, { q: 'quaggaville' })).toEqual([])
})
