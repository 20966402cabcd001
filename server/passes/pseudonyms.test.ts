/**
 * Somebody who reads all that a pass without names answers, and looks for the names: in texts, notes, titles, names of
 * files and forms, picture data, headers, errors, searches, orders and counts.
 */
import { expect, test } from 'vitest'
import { locations } from '#shared/locations/contract.ts'
import { passPages } from '#shared/passes/passPage.ts'
import { passWriting } from '#shared/passes/passWriting.ts'
import { passRequestPages } from '#shared/passes/requests.ts'
import { type PassKind, passKinds } from '#shared/passes/rules.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { lameAnswers, publishedForm } from '../test/forms.ts'
import { called, expectNoNames, namedFarm, workers } from '../test/namedFarm.ts'
import { issue, passLinkIn } from '../test/passes.ts'
import { readAllOf } from '../test/passReader.ts'
import { company, request } from '../test/people.ts'
import { begin } from '../test/submissions.ts'
import { somewhere } from '../test/visitors.ts'

test('no name is in anything that a pass answers, and nothing is found by one', async () => {
  const { boss } = await namedFarm()
  const link = passLinkIn(await issue(boss, { kinds: [...passKinds] }))
  const { said, files } = await readAllOf(link)
  expect(files).toBeGreaterThan(10)
  expectNoNames(said.join('\n'))

  type Listed = { data: { id: number; person: string; at: string }[]; meta: { total: number } }
  const ask = (endpoint: Parameters<typeof request>[0], input: object) =>
    request(endpoint, { ...link, ...input }, null, { from: somewhere() })
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
