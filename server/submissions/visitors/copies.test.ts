/** A copy by mail for visitors who filled in a form: only if they ask, and of no use for writing to strangers. */
import { sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { lameAnswers, penCheck, publishedForm } from '../../test/forms.ts'
import { jobsDone } from '../../test/jobsDone.ts'
import { type Mailbox, openMailbox } from '../../test/mailbox.ts'
import { company, platform } from '../../test/people.ts'
import { tend } from '../../test/tend.ts'
import { filledIn, linkOf, somewhere, visit } from '../../test/visitors.ts'
import { submissions as table } from '../table.ts'
import { forgetCopies } from './copies.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

const someone = () => `visitor-${crypto.randomUUID()}@example.test`

/** Everything that the database says of an address: rows, jobs, counts. */
async function tracesOf(address: string): Promise<string[]> {
  return platform(async db => {
    const { rows } = await db.execute<{ schema: string; name: string }>(
      sql`select table_schema as schema, table_name as name from information_schema.tables
          where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
    )
    const found: string[] = []
    for (const { schema, name } of rows) {
      const { rows: hits } = await db.execute(
        sql`select 1 from ${sql.identifier(schema)}.${sql.identifier(name)} as t where t::text ilike ${`%${address}%`}
          limit 1`,
      )
      if (hits.length > 0) found.push(`${schema}.${name}`)
    }
    return found
  })
}

test('a visitor who wants a copy gets a PDF in their language, and the address is not kept', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss, { ...penCheck, settings: {} })
  const link = await linkOf(boss, form)
  const address = someone()
  const answers = { ...lameAnswers, remark: { value: 'Buy at https://evil.example now' } }
  const done = await visit(
    publicForms.submit,
    filledIn(link, { answers, copy_to: ` ${address.toUpperCase()} `, locale: 'de' }),
  )
  expect(done.copy_sent).toBe(true)

  const mail = await mailbox.next(address)
  expect(mail.subject).toMatch(/^Ihre Kopie: /)
  // Nothing that somebody typed stands in the mail itself: it cannot be used to write to others.
  for (const text of [mail.subject, mail.text, mail.html]) expect(text).not.toContain('evil')
  const [pdf] = [...mail.pictures.values()].filter(({ contentType }) => contentType === 'application/pdf')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf?.content ?? [])), { mergePages: true })
  expect(text).toContain('evil.example')
  // What follows inside the company is not theirs to read, nor a score that the form does not show.
  expect(text).not.toContain('Call the vet')
  expect(text).not.toContain('%')

  await jobsDone()
  expect(await tracesOf(address)).toEqual([])
  expect((await boss.call(submissions.list, {})).data).toHaveLength(1)
})

test('a copy with unprintable characters says so in its mail, in the visitor’s language', async () => {
  const boss = await (await company()).manager()
  const link = await linkOf(boss, await publishedForm(boss))
  const told = { de: 'Einige Zeichen', hu: 'egyes írásjeleit' } as const
  for (const locale of ['de', 'hu'] as const)
    for (const [value, isTold] of [
      ['மாடுகள்', true],
      ['소 № 1 👍🏽', false],
    ] as const) {
      const address = someone()
      const answers = { ...lameAnswers, remark: { value } }
      await visit(publicForms.submit, filledIn(link, { answers, copy_to: address, locale }))
      const { text, html } = await mailbox.next(address)
      for (const words of [text, html]) expect(words.includes(told[locale]), `${locale} ${value}`).toBe(isTold)
    }
})

test('without being asked nobody gets a copy, and an address that is none loses nothing', async () => {
  const boss = await (await company()).manager()
  const link = await linkOf(boss, await publishedForm(boss))
  expect((await visit(publicForms.submit, filledIn(link))).copy_sent).toBeNull()
  for (const copy_to of ['somebody', 'a@b', 'two@example.test, three@example.test'])
    expect((await visit(publicForms.submit, filledIn(link, { copy_to }))).copy_sent, copy_to).toBe(false)
  expect((await boss.call(submissions.list, {})).data).toHaveLength(4)
})

test('an address gets three copies a day, a network ten an hour; submissions are accepted anyway', async () => {
  const boss = await (await company()).manager()
  const link = await linkOf(boss, await publishedForm(boss))
  const address = someone()
  const asked: (boolean | null)[] = []
  for (let time = 0; time < 5; time++)
    asked.push((await visit(publicForms.submit, filledIn(link, { copy_to: address }))).copy_sent)
  expect(asked).toEqual([true, true, true, false, false])

  const from = somewhere()
  const fromHere: (boolean | null)[] = []
  for (let time = 0; time < 12; time++)
    fromHere.push((await visit(publicForms.submit, filledIn(link, { copy_to: someone() }), { from })).copy_sent)
  expect(fromHere.filter(Boolean)).toHaveLength(10)
  expect((await boss.call(submissions.list, {})).data).toHaveLength(17)
  await jobsDone()
  expect(mailbox.to(address)).toHaveLength(3)
  // The same again, after a lost answer, sends nothing a second time.
  const sent = filledIn(link, { copy_to: someone() })
  for (let time = 0; time < 2; time++) await visit(publicForms.submit, sent)
  await jobsDone()
  expect(mailbox.to(sent.copy_to ?? '')).toHaveLength(1)
})

test('a copy that the mail server refuses leaves no address behind, in no job either', async () => {
  const boss = await (await company()).manager()
  const link = await linkOf(boss, await publishedForm(boss))
  const { services } = await tend()
  const { send } = services.mailer
  const address = someone()
  services.mailer.send = async mail => {
    if (mail.to !== address) return send(mail)
    throw Object.assign(new Error('refused'), { responseCode: 550, response: `550 No such user <${address}>` })
  }
  try {
    await visit(publicForms.submit, filledIn(link, { copy_to: address }))
    await jobsDone()
  } finally {
    services.mailer.send = send
  }
  expect(await tracesOf(address)).toEqual([])
})

test('an address whose copy never went out is forgotten after two days', async () => {
  const boss = await (await company()).manager()
  const link = await linkOf(boss, await publishedForm(boss))
  const address = someone()
  const { uuid } = await visit(publicForms.submit, filledIn(link))
  const long = new Date(Date.now() - 49 * 3600_000)
  await platform(db => db.update(table).set({ copyTo: address, receivedAt: long }).where(sql`${table.uuid} = ${uuid}`))
  expect(await tracesOf(address)).toEqual(['public.submissions'])
  const { services } = await tend()
  await platform(db => forgetCopies.work({}, { db, services }))
  expect(await tracesOf(address)).toEqual([])
})
