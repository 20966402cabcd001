/**
 * Somebody who reads all that a pass without names answers, and looks for the names: in texts, notes, titles, names of
 * files and forms, picture data, headers, errors, searches, orders and counts.
 */
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { animalEvents } from '#shared/animal-events/contract.ts'
import { animals } from '#shared/animals/contract.ts'
import { papers } from '#shared/certificates/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { passPages } from '#shared/passes/passPage.ts'
import { passWriting } from '#shared/passes/passWriting.ts'
import { passRequestPages } from '#shared/passes/requests.ts'
import { type PassKind, passKinds } from '#shared/passes/rules.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { vehicleLog } from '#shared/vehicle-log/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { issue, passLinkIn } from '../test/passes.ts'
import { company, type Person, platform, request } from '../test/people.ts'
import { attach, begin } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { somewhere } from '../test/visitors.ts'

const called = (person: Person, name: string, email: string) =>
  platform(db => db.update(users).set({ name, email }).where(eq(users.id, person.id)))

/** A photo that says in its data who took it. */
const telling = (name: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#c2410c' } })
    .withExif({ IFD0: { Artist: name, Copyright: name, ImageDescription: `by ${name}` } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${name}"/></rdf:RDF></x:xmpmeta>`)
    .jpeg()
    .toBuffer()

const workers = [
  { name: 'Zsuzsanna Hegedűs', email: 'zshegedus', parts: ['zsuzsanna', 'hegedus', 'hegedűs'] },
  { name: 'Wolfgang Weißmüller', email: 'wweiss', parts: ['wolfgang', 'weißmüller', 'weissmueller', 'weissmuller'] },
  { name: 'عبدالرحمن الخطيب', email: 'khatib', parts: ['عبدالرحمن', 'الخطيب'] },
  { name: 'Will Mark', email: 'willmark9', parts: ['will mark', 'mark will', 'willmark'] },
]
const spellings = (name: string) => [
  name,
  name.toUpperCase(),
  name.normalize('NFD').replace(/\p{M}/gu, ''),
  `${name}val`,
  `IMG_${name.replace(' ', '')}2`,
]

test('no name is in anything that a pass answers, and nothing is found by one', async () => {
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

  const link = passLinkIn(await issue(boss, { kinds: [...passKinds] }))
  const ask = (endpoint: Parameters<typeof request>[0], input: object, headers: Record<string, string> = {}) =>
    request(endpoint, { ...link, ...input }, null, { from: somewhere(), headers })
  type Listed = { data: { id: number; person: string; at: string }[]; meta: { total: number } }
  const said: string[] = []
  const keep = ({ body, ...answer }: { body: string }) => {
    said.push(body, JSON.stringify((answer as never as { headers: object }).headers))
    return body
  }
  const photos = new Set<string>()
  keep(await ask(passPages.open, {}))
  for (const kind of passKinds) {
    const listed: Listed = JSON.parse(keep(await ask(passPages.records, { kind, per_page: 100 })))
    keep(await ask(passPages.sample, { kind, size: 5, seed: 3 }))
    expect(listed.data.length).toBeGreaterThan(3)
    for (const { id } of listed.data) {
      const body = keep(await ask(passPages.record, { kind, record_id: id }))
      for (const [address] of body.matchAll(/\/storage\/passes\/[^"]+/g)) photos.add(address)
    }
  }
  keep(await ask(passPages.record, { kind: 'submission', record_id: 1_000_000 }))
  keep(await ask(passPages.records, { kind: 'Zsuzsanna' }))
  const { app } = await tend()
  for (const url of photos) {
    const { headers, rawPayload } = await app.inject({ url })
    said.push(JSON.stringify(headers), rawPayload.toString('latin1'), rawPayload.toString())
    const { exif, xmp, iptc, icc: _, comments } = await sharp(rawPayload).metadata()
    expect([exif, xmp, iptc, comments]).toEqual([undefined, undefined, undefined, undefined])
  }
  expect(photos.size).toBeGreaterThan(10)

  const all = said.join('\n').toLowerCase()
  // The company's own name is what the inspector came for.
  const text = all.replaceAll('quirk & sons farm', '').replaceAll('quirk \\u0026 sons farm', '')
  const parts = [...workers.flatMap(one => [...one.parts, one.email]), 'bartholomew', 'quirk']
  for (const part of parts) {
    expect(text.includes(part), part).toBe(false)
    expect(text.normalize('NFKD').replace(/\p{M}/gu, '').includes(part), part).toBe(false)
  }
  // Nothing is left of the marks.
  expect(text).not.toMatch(/[\uE000\uE001]/)
  // "I will mark it" keeps no number in place of words that tell it.
  expect(text).not.toMatch(/\bi worker [0-9a-z]{4} it\b|worker [0-9a-z]{4} &/)

  // A search by a name, in any of its spellings and by parts, is one for a word that is nowhere.
  for (const kind of passKinds)
    for (const word of [
      'Zsuzsanna',
      'zsu',
      'Hegedűs',
      'hegedus',
      'Weiß',
      'weiss',
      'Weissmueller',
      'Quirk',
      'الخطيب',
      'Will Mark',
    ]) {
      const found: Listed = JSON.parse((await ask(passPages.records, { kind, search: word })).body)
      const nothing: Listed = JSON.parse((await ask(passPages.records, { kind, search: 'nothing is so called' })).body)
      expect([kind, word, found.meta.total]).toEqual([kind, word, nothing.meta.total])
    }

  // Lists are in the order of their days, by which nobody is sorted.
  const { data }: Listed = JSON.parse((await ask(passPages.records, { kind: 'submission', per_page: 100 })).body)
  expect(data.map(({ at }) => at)).toEqual(
    data
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  const numbers = new Set(data.map(({ person }) => person))
  expect(numbers.size).toBe(workers.length)
  expect([...numbers].every(person => /^Worker [0-9A-Z]{4}$/.test(person))).toBe(true)
})

test('a hash of the chain, an error and another language tell no name either', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await called(hand, 'April May', 'april@farm.example')
  const form = await publishedForm(boss)
  const { id } = await begin(hand, form)
  await hand.call(submissions.complete, { id, answers: lameAnswers })
  const link = passLinkIn(await issue(boss))
  const codes = new Set<string>()
  for (const lang of ['en', 'hu', 'de', 'fr', 'ar'] as const) {
    const { body } = await request(passPages.record, { ...link, kind: 'submission' as PassKind, record_id: id }, null, {
      from: somewhere(),
      lang,
    })
    expect(body).not.toMatch(/april may/i)
    const [code = ''] = /\b[0-9A-Z]{4}\b/.exec(JSON.parse(body).data.person) ?? []
    codes.add(code)
    // tend's own words for days and kinds are whole.
    const { body: opened } = await request(passPages.open, link, null, { from: somewhere(), lang })
    expect(JSON.parse(opened).data.kinds).toHaveLength(2)
  }
  expect(codes.size).toBe(1)
  // Hashed content has a salt, so that nobody can try names.
  const other = await begin(hand, form)
  await hand.call(submissions.complete, { id: other.id, answers: lameAnswers })
  const later = passLinkIn(await issue(boss))
  const hashes = await Promise.all(
    [id, other.id].map(async record_id => {
      const { body } = await request(passPages.record, { ...later, kind: 'submission', record_id }, null, {
        from: somewhere(),
      })
      return JSON.parse(body).data.seal.hash
    }),
  )
  expect(new Set(hashes).size).toBe(2)
})

test('what an inspector writes comes back as they wrote it, so that no name can be tried', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await called(hand, 'Zsuzsanna Hegedűs', 'zs.hegedus@farm.example')
  const form = await publishedForm(boss)
  const { id } = await begin(hand, form)
  await hand.call(submissions.complete, { id, answers: lameAnswers })
  // The barn of the first name comes first where names are shown.
  for (const name of ['Aaron barn', 'Zsuzsanna barn', 'B barn'])
    await boss.call(locations.create, { name, type: 'barn' })
  const link = passLinkIn(await issue(boss))
  const ask = (endpoint: Parameters<typeof request>[0], input: object) =>
    request(endpoint, { ...link, ...input }, null, { from: somewhere() })
  const words = 'Zsuzsanna Hegedűs, \uE001Zsuzsanna Hegedűs, Hegedus'
  const written = () => ({ uuid: crypto.randomUUID(), device_time: new Date().toISOString().replace('Z', '+00:00') })
  const due_on = new Date(Date.now() + 3 * 24 * 3600_000).toISOString().slice(0, 10)
  const statuses = [
    await ask(passWriting.report, {
      ...{ ...written(), kind: 'submission', record_id: id, text: words, severity: 'attention', due_on },
    }),
    await ask(passWriting.pick, { ...written(), kind: 'submission', record_id: id, reason: words }),
    await ask(passRequestPages.ask, { ...written(), words }),
    await ask(passPages.sample, { kind: 'submission', seed: 1, size: 1, search: 'Zsuzsanna Hegedűs' }),
  ]
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 200, 200])
  const answers = [await ask(passWriting.written, {}), await ask(passRequestPages.list, {})].map(({ body }) => body)
  // The number is in no place but that of the author of the record.
  for (const body of answers) {
    expect(body.match(/Hegedűs/g)?.length).toBeGreaterThanOrEqual(2)
    expect(body).not.toMatch(/Worker [0-9A-Z]{4}|a person,/)
  }
  const { data } = JSON.parse(answers[0] ?? '') as { data: { locations: { name: string }[] } }
  expect(data.locations.map(({ name }) => name)).toEqual(['a person barn', 'Aaron barn', 'B barn'])
})
