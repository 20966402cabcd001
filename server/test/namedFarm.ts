/** A farm whose people are named in everything that somebody can write, in several spellings. */
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect } from 'vitest'
import { animalEvents } from '#shared/animal-events/contract.ts'
import { animals } from '#shared/animals/contract.ts'
import { papers } from '#shared/certificates/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { vehicleLog } from '#shared/vehicle-log/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { lameAnswers, penCheck, publishedForm } from './forms.ts'
import { company, type Person, platform } from './people.ts'
import { attach, begin } from './submissions.ts'

/** Gives somebody a name and an address. */
export const called = (person: Person, name: string, email: string) =>
  platform(db => db.update(users).set({ name, email }).where(eq(users.id, person.id)))

/** A photo that says in its data who took it. */
const telling = (name: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#c2410c' } })
    .withExif({ IFD0: { Artist: name, Copyright: name, ImageDescription: `by ${name}` } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${name}"/></rdf:RDF></x:xmpmeta>`)
    .jpeg()
    .toBuffer()

/** Who works there, and the parts of their names that nobody may read. */
export const workers = [
  { name: 'Zsuzsanna Hegedűs', email: 'zshegedus', parts: ['zsuzsanna', 'hegedus', 'hegedűs'] },
  { name: 'Wolfgang Weißmüller', email: 'wweiss', parts: ['wolfgang', 'weißmüller', 'weissmueller', 'weissmuller'] },
  { name: 'عبدالرحمن الخطيب', email: 'khatib', parts: ['عبدالرحمن', 'الخطيب'] },
  { name: 'Will Mark', email: 'willmark9', parts: ['will mark', 'mark will', 'willmark'] },
]
export const spellings = (name: string) => [
  name,
  name.toUpperCase(),
  name.normalize('NFD').replace(/\p{M}/gu, ''),
  `${name}val`,
  `IMG_${name.replace(' ', '')}2`,
]

export type NamedFarm = Awaited<ReturnType<typeof namedFarm>>

/** Fills it: each name in each spelling, in each kind of records. */
export async function namedFarm() {
  const farm = await company()
  const boss = await farm.manager()
  await called(boss, 'Bartholomew Quirk', 'bquirk@farm.example')
  await platform(db => db.update(companies).set({ name: 'Quirk & Sons Farm' }).where(eq(companies.id, farm.id)))
  const place = await boss.call(locations.create, { name: "Hegedus Zsuzsanna's pen", type: 'barn' })
  const plain = await publishedForm(boss)
  const draft = await boss.call(forms.create, {
    name: { en: 'Round of Wolfgang Weissmueller', de: 'Weißmüllers Runde' },
    definition: penCheck,
  })
  const named = await boss.call(forms.publish, { id: draft.id })
  const hands: Person[] = []
  for (const { name, email } of workers) {
    const hand = await farm.worker()
    await called(hand, name, `${email}@farm.example`)
    hands.push(hand)
  }
  const lorry = await boss.call(vehicles.create, { name: 'Lorry of Will Mark', type: 'lorry', plate: 'QUIRK 1' })
  const day = new Date().toISOString().slice(0, 10)
  let [kilometres, filled] = [100, 0]
  for (const [at, hand] of hands.entries())
    for (const name of spellings(workers[(at + 1) % workers.length]?.name ?? '')) {
      const form = filled++ % 2 === 0 ? plain : named
      const begun = await begin(hand, form, { subjects: [{ type: 'location', id: place.id }] as never })
      const file = { name: `${name}.jpg`, content: await telling(workers[at]?.name ?? '') }
      const { uuid } = await attach(hand, begun, file)
      await hand.call(submissions.complete, {
        id: begun.id,
        answers: {
          ...lameAnswers,
          lame: { value: 'yes', note: `${name} saw it, I will mark it; ask ${workers[at]?.name}` },
          remark: { value: `With ${name}, and willmark9@farm.example` },
          picture: { value: [{ uuid, caption: `by ${name}` }] },
        } as never,
      })
      const cow = await boss.call(animals.create, { name: `${name}'s`, species: 'cattle', location_id: place.id })
      const details = { type: 'treatment', medicine: `Salve ${name}`, dose: '1', veterinarian: name }
      await hand.call(animalEvents.create, { id: cow.id, day, details, note: `By ${name}` } as never)
      await boss.call(vehicleLog.write, {
        ...({ uuid: crypto.randomUUID(), vehicle_id: lorry.id, day, kind: 'odometer', reason: name } as const),
        kilometres: ++kilometres,
        note: `Told by ${name}`,
      })
      await boss.call(papers.create, {
        ...({
          kind: 'insurance',
          vehicle_id: lorry.id,
          issuer: name,
          number: name,
          valid_until: '2098-01-31',
        } as const),
        note: name,
      })
    }
  const [first] = (await boss.call(submissions.list, { per_page: 5 })).data
  const { revision, answers } = await boss.call(submissions.get, { id: first?.id ?? 0 })
  const reason = 'Zsuzsanna Hegedűs was wrong'
  await boss.call(corrections.correct, {
    ...{ id: first?.id ?? 0, revision, reason },
    answers: { ...answers, remark: { value: 'Wolfgang Weißmüller says so' } } as never,
  })
  for (const sent of (await boss.call(tasks.company, { id: farm.id })).data.slice(0, 3))
    await boss.send(tasks.completeSent, { id: sent.id, note: 'Done with Zsuzsanna Hegedűs' })
  return { boss, hands, place, plain }
}

/**
 * Fails with the parts of names that a text has: lower case, without accents, and without the company's own name, which
 * is what an inspector came for.
 */
export function expectNoNames(said: string, where = ''): void {
  const all = said.toLowerCase()
  // As JSON and XML write it too.
  const text = all.replaceAll(/quirk (&|\\u0026|&amp;) sons farm/g, '')
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '')
  const parts = [...workers.flatMap(one => [...one.parts, one.email]), 'bartholomew', 'quirk']
  expect(
    parts.filter(part => text.includes(part) || plain.includes(part)),
    where,
  ).toEqual([])
  // Nothing is left of the marks.
  expect(text, where).not.toMatch(/[\uE000\uE001]/)
  // "I will mark it" keeps no number in place of words that tell it.
  expect(text, where).not.toMatch(/\bi worker [0-9a-z]{4} it\b|worker [0-9a-z]{4} &/)
}
