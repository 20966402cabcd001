/** One flipped byte in the database or in the store is found, and named. */
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { locations } from '#shared/locations/contract.ts'
import { notices } from '#shared/notifications/contract.ts'
import { reviews } from '#shared/reviews/contract.ts'
import { type SealFault, sealing, submissionSeals } from '#shared/sealing/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { eraseArchivedSubmissions, sealUnsealed } from '../submissions/jobs.ts'
import { atOnce } from '../test/atOnce.ts'
import { goodAnswers, lameAnswers, publishedForm } from '../test/forms.ts'
import { admin, company, type Person, platform } from '../test/people.ts'
import { attach, begin, complete } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { walkChain } from './nightlyCheck.ts'

async function farmWithForm() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  return { id: farm.id, boss, hand, form: await publishedForm(boss) }
}

/** All that the check finds, walked to the end of the chain. */
async function faults(boss: Person): Promise<SealFault[]> {
  const found: SealFault[] = []
  for (let after = 0; ; ) {
    const part = await boss.call(sealing.check, { after })
    found.push(...part.faults)
    if (part.checked_to >= part.last) return found
    after = part.checked_to
  }
}
const change = (statement: ReturnType<typeof sql>) => platform(db => db.execute(statement))

/** A submission with a photo that was corrected and reviewed. */
async function storied() {
  const farm = await farmWithForm()
  const { boss, hand, form } = farm
  const place = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const draft = await begin(hand, form, { subjects: [{ type: 'location', id: place.id, name: '' }] })
  const { uuid, path } = await attach(hand, draft)
  const answers = { ...lameAnswers, picture: { value: [{ uuid }] } }
  const { id, revision } = await hand.call(submissions.complete, { id: draft.id, answers })
  const corrected = { ...answers, remark: { value: 'Looked again' } }
  await boss.call(corrections.correct, { id, revision, answers: corrected, reason: 'Forgotten' })
  await boss.call(reviews.review, { id, state: 'approved', reason: 'Well done' })
  return { ...farm, submission: id, photo: uuid, path, place }
}

test('completing, correcting, reviewing, archiving and restoring are in the chain, ordered and signed', async () => {
  const { boss, submission } = await storied()
  await boss.call(submissions.remove, { id: submission })
  await boss.call(submissions.restore, { id: submission })
  const seal = await boss.call(submissionSeals.get, { id: submission })
  expect(seal).toMatchObject({ state: 'intact', faults: [] })
  expect(seal.links.map(({ kind, position }) => [position, kind])).toEqual([
    ...[
      [1, 'completed'],
      [2, 'corrected'],
      [3, 'reviewed'],
    ],
    ...[
      [4, 'archived'],
      [5, 'restored'],
    ],
  ])
  const chain = await boss.call(sealing.chain, {})
  expect(chain).toMatchObject({ count: 5, hash: seal.links.at(-1)?.hash, time_stamp: null })
  expect(seal.links[0]?.key).toBe(chain.key?.fingerprint)
  expect(await faults(boss)).toEqual([])
})

test('a link follows the one before also when twenty complete at once, and a refused one takes no place', async () => {
  const { boss, hand, form } = await farmWithForm()
  const drafts = await Promise.all(Array.from({ length: 20 }, () => begin(hand, form)))
  await atOnce(40, index => {
    const id = drafts[index % 20]?.id
    return hand.send(submissions.complete, { id, answers: index < 20 ? goodAnswers : { calm: { value: 'no' } } })
  })
  expect(await boss.call(sealing.chain, {})).toMatchObject({ count: 20 })
  expect(await faults(boss)).toEqual([])
})

const ofRow = (id: number, set: ReturnType<typeof sql>) => sql`update submissions set ${set} where id = ${id}`

test.each([
  [
    'an answer',
    (id: number) => ofRow(id, sql`answers = jsonb_set(answers, '{remark,value}', '"Looked agaim"')`),
    'answers.remark',
  ],
  ['the score', (id: number) => ofRow(id, sql`score_percent = score_percent + 1`), 'score_percent'],
  ['the moment', (id: number) => ofRow(id, sql`completed_at = completed_at - interval '1 hour'`), 'completed_at'],
  ['who', (id: number) => ofRow(id, sql`user_id = (select min(id) from users)`), 'user_id'],
  ['the archive', (id: number) => ofRow(id, sql`archived_at = now()`), 'archived_at'],
  ['the state of its review', (id: number) => ofRow(id, sql`review_state = 'rejected'`), 'review_state'],
  ['what it is about', (id: number) => sql`delete from submission_subjects where submission_id = ${id}`, 'subjects'],
  [
    'the form that was answered',
    (id: number) => sql`update form_versions set definition = jsonb_set(definition, '{default_language}', '"hu"')
      where id = (select form_version_id from submissions where id = ${id})`,
    'form_sha256',
  ],
  [
    'what was completed at first',
    (id: number) =>
      sql`update submission_versions set answers = answers - 'calm' where submission_id = ${id} and number = 1`,
    'versions.1.answers.calm',
  ],
  [
    'the words of a review',
    (id: number) => sql`update submission_comments set text = 'Well dome' where submission_id = ${id}`,
    'reviews.text',
  ],
  [
    'what is known of a file',
    (id: number) => sql`update files set sha256 = reverse(sha256) where submission_id = ${id}`,
    'files.',
  ],
])('%s that was changed past the commands is found and named', async (_, tampering, field) => {
  const { boss, submission } = await storied()
  await change(tampering(submission))
  const found = await faults(boss)
  expect(found).not.toEqual([])
  for (const fault of found)
    expect(fault).toMatchObject({ fault: 'record', record_type: 'submission', record_id: submission })
  expect(found.flatMap(({ fields }) => fields)).toContainEqual(expect.stringMatching(new RegExp(`^${field}`)))
  expect(await boss.call(submissionSeals.get, { id: submission })).toMatchObject({ state: 'differs' })
})

test('a photo with one byte more is found and named', async () => {
  const { boss, submission, photo, path } = await storied()
  await appendFile(join((await tend()).services.storage.folder, path), '\u0000')
  expect(await faults(boss)).toContainEqual({
    ...{ position: 2, record_type: 'submission', record_id: submission, fault: 'record', fields: [`files.${photo}`] },
  })
})

test.each([
  ['the copy', sql`content = replace(content, 'yes', 'yet')`, ['copy']],
  ['the copy taken away', sql`content = null, salt = null`, ['copy']],
  ['the kind', sql`kind = 'archived'`, ['link']],
  ['the moment', sql`sealed_at = sealed_at + interval '1 ms'`, ['link']],
  ['the signature', sql`signature = translate(signature, 'abcdefgh', 'bcdefgha')`, ['signature']],
])('the chain: %s changed in the first link', async (_, set, kinds) => {
  const { id, boss } = await storied()
  await change(sql`update seals set ${set} where company_id = ${id} and position = 1`)
  const found = await faults(boss)
  expect(new Set(found.filter(({ position }) => position === 1).map(({ fault }) => fault))).toEqual(new Set(kinds))
})

test('a removed or last link is missing; one rewritten with its hash does not fit', async () => {
  const [one, other, third] = [await storied(), await storied(), await storied()]
  await change(sql`delete from seals where company_id = ${one.id} and position = 2`)
  expect(await faults(one.boss)).toContainEqual(expect.objectContaining({ position: 2, fault: 'missing' }))
  await change(sql`delete from seals where company_id = ${other.id} and position >= 2`)
  expect(await faults(other.boss)).toContainEqual(expect.objectContaining({ position: 3, fault: 'missing' }))
  await change(sql`update seals set hash = reverse(hash) where company_id = ${third.id} and position = 1`)
  expect(await faults(third.boss)).toEqual([
    expect.objectContaining({ position: 1, fault: 'link' }),
    expect.objectContaining({ position: 2, fault: 'order' }),
  ])
})

test('a submission deleted in the database is missed; one erased after its days leaves a valid chain', async () => {
  const { id, boss, hand, form, submission } = await storied()
  await boss.call(submissions.remove, { id: submission })
  await change(sql`update submissions set archived_at = now() - interval '31 days' where id = ${submission}`)
  const { services } = await tend()
  await platform(db => eraseArchivedSubmissions.work({}, { db, services }))
  expect(await boss.refused(submissions.get, { id: submission })).toMatchObject({ status: 404 })
  expect(await faults(boss)).toEqual([])
  const kept = await change(
    sql`select kind, content, salt from seals where company_id = ${id} and (content is not null or kind = 'erased')
      order by position`,
  )
  expect(kept.rows).toEqual([{ kind: 'erased', content: '{}', salt: expect.any(String) }])

  const { id: later } = await complete(hand, form)
  await change(sql`delete from submissions where id = ${later}`).catch(async () => {
    await change(sql`delete from submission_subjects where submission_id = ${later}`)
    await change(sql`delete from submissions where id = ${later}`)
  })
  expect(await faults(boss)).toEqual([expect.objectContaining({ fault: 'gone', record_id: later })])
})

test('records from before chains enter them later, with their whole history', async () => {
  const { id, boss, submission } = await storied()
  await change(sql`delete from seals where company_id = ${id}`)
  await change(sql`delete from seal_heads where company_id = ${id}`)
  expect(await boss.call(submissionSeals.get, { id: submission })).toMatchObject({ state: 'none' })
  const { signing } = (await tend()).services
  while ((await platform(db => sealUnsealed({ db, now: new Date(), signing }))) > 0);
  const seal = await boss.call(submissionSeals.get, { id: submission })
  expect(seal.links.map(({ kind }) => kind)).toEqual(['completed', 'corrected', 'reviewed'])
  expect(seal).toMatchObject({ state: 'intact', faults: [] })
})

test('reviewing a record from before chains brings all of it into the chain', async () => {
  const { id, boss, submission } = await storied()
  await change(sql`delete from seals where company_id = ${id}`)
  await change(sql`delete from seal_heads where company_id = ${id}`)
  await boss.call(reviews.review, { id: submission, state: 'has_issues', reason: 'On second thought' })
  const seal = await boss.call(submissionSeals.get, { id: submission })
  expect(seal.links.map(({ kind }) => kind)).toEqual(['completed', 'corrected', 'reviewed'])
  expect(seal.state).toBe('intact')
})

test('admins renew keys; the former signatures stay valid, and each company sees its own chain', async () => {
  const [ours, theirs] = [await storied(), await storied()]
  const [former] = await ours.boss.call(sealing.keys, {})
  const root = await admin()
  expect(await ours.boss.refused(sealing.renewKey, {})).toMatchObject({ status: 403 })
  const key = await root.call(sealing.renewKey, {})
  expect(key.generation).toBe((former?.generation ?? 0) + 1)
  await complete(ours.hand, ours.form)
  expect(await faults(ours.boss)).toEqual([])
  expect(await ours.boss.call(sealing.chain, {})).toMatchObject({ count: 4, key: { fingerprint: key.fingerprint } })
  expect(await theirs.boss.call(sealing.chain, {})).toMatchObject({ count: 3 })
  expect(await theirs.boss.refused(submissionSeals.get, { id: ours.submission })).toMatchObject({ status: 404 })
  expect(await ours.hand.refused(sealing.check, {})).toMatchObject({ status: 403 })
})

test('a check of the whole chain is stored with person, time and result', async () => {
  const { boss, hand, form } = await farmWithForm()
  for (let count = 0; count < 3; count++) await complete(hand, form)
  expect((await boss.call(sealing.chain, {})).last_check).toBeNull()
  // What begins somewhere in the middle is no check of the chain.
  await boss.call(sealing.check, { after: 2 })
  expect((await boss.call(sealing.chain, {})).last_check).toBeNull()
  await faults(boss)
  const { last_check } = await boss.call(sealing.chain, {})
  expect(last_check).toMatchObject({ checked_by: boss.id, checked_by_name: boss.name, links: 3, found: 0 })
  expect(Date.now() - Date.parse(last_check?.checked_at ?? '')).toBeLessThan(60_000)
})

test('tend looks each night, and tells those who may see it, once, of what it finds', async () => {
  const { id, boss, hand, form } = await farmWithForm()
  const submission = await complete(hand, form)
  const { services } = await tend()
  const told = async (person: Person) => (await person.call(notices.list, { kind: 'seal.differs' })).data.length
  await walkChain(services, id)
  expect((await boss.call(sealing.chain, {})).last_check).toMatchObject({ checked_by: null, links: 1, found: 0 })
  expect(await told(boss)).toBe(0)

  await change(sql`update submissions set score_percent = 1, answers = '{}' where id = ${submission.id}`)
  await walkChain(services, id)
  expect((await boss.call(sealing.chain, {})).last_check?.found).toBeGreaterThan(0)
  expect([await told(boss), await told(hand)]).toEqual([1, 0])
  await walkChain(services, id)
  expect(await told(boss)).toBe(1)
})
