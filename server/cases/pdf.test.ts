/** The case on paper leaves nothing that ties it to a person: no name, no contact, no moment, no file that is kept. */
import { sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { cases } from '#shared/cases/contract.ts'
import { documents } from '#shared/documents/contract.ts'
import { locales } from '#shared/lib/language.ts'
import { stopRenderers } from '../lib/pdf/render.ts'
import { channelOf, report, say, trusted } from '../test/cases.ts'
import { goodAnswers } from '../test/forms.ts'
import { company, platform } from '../test/people.ts'
import { tend } from '../test/tend.ts'

afterAll(stopRenderers)

test('a report is printed in each language without names, contact and times, and is not stored', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const trust = await trusted(farm, boss)
  const { link } = await channelOf(boss)
  const answers = { ...goodAnswers, remark: { value: 'عنف ضد الأبقار' } }
  const told = { answers, identity: 'confidential' as const, contact: 'Ilona Secret, 06 30 123' }
  const code = await report(link, told)
  await say(code, 'It happened again')
  const [found] = (await trust.call(cases.list, {})).data
  const id = found?.id ?? 0
  await trust.call(cases.say, { id, uuid: crypto.randomUUID(), kind: 'answer', text: 'We look into it' })
  for (const lang of locales) {
    const { statusCode, rawPayload } = await trust.send(cases.pdf, { id }, { lang })
    expect(statusCode).toBe(200)
    const raw = rawPayload.toString('latin1')
    expect(raw).toContain('<pdfaid:part>2</pdfaid:part>')
    for (const moment of ['CreationDate', 'ModDate', 'CreateDate', 'ModifyDate'])
      expect(raw, moment).not.toContain(moment)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
    const words = text.normalize('NFKC')
    for (const printed of ['It happened again', 'We look into it', 'عنف']) expect(words, lang).toContain(printed)
    for (const kept of ['Ilona', '06 30 123', trust.name]) expect(words, lang).not.toContain(kept)
  }
  const kept = await platform(db => db.execute(sql`select id from documents where company_id = ${farm.id}`))
  expect(kept.rows).toEqual([])
  expect(await boss.refused(cases.pdf, { id })).toMatchObject({ status: 403 })
  // Printing counts as reading.
  expect(
    (await trust.call(cases.get, { id })).log.some(({ what, user }) => what === 'case' && user.id === trust.id),
  ).toBe(true)
})

test('made in the background it is handed over once, says no moment, and nothing of it stays', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const trust = await trusted(farm, boss)
  const { link } = await channelOf(boss)
  await report(link, { answers: goodAnswers })
  const [found] = (await trust.call(cases.list, {})).data
  const wanted = { kind: 'case', record_id: found?.id ?? 0 } as const
  const { id } = await trust.call(documents.begin, wanted)
  await expect.poll(async () => (await trust.call(documents.get, { id })).state, { timeout: 20_000 }).toBe('ready')
  const ready = await trust.call(documents.get, { id })
  for (const moment of [ready.created_at, ready.finished_at, ready.expires_at]) expect(moment).toMatch(/T00:00:00/)
  const kept = await platform(db => db.execute(sql`select path, to_print from documents where id = ${id}`))
  const path = String(kept.rows[0]?.path)
  expect(kept.rows[0]?.to_print).toBeNull()

  expect(await boss.refused(documents.begin, wanted)).toMatchObject({ status: 404 })
  expect(await boss.refused(documents.fetch, { id })).toMatchObject({ status: 404 })
  expect((await trust.send(documents.fetch, { id })).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await trust.refused(documents.fetch, { id })).toMatchObject({ status: 404 })
  expect((await trust.call(documents.list, {})).data).toEqual([])
  await expect((await tend()).services.storage.read(path)).rejects.toThrow()
})
