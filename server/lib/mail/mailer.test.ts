import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { createMailer, type Mail } from './mailer.ts'

const mail: Mail = {
  to: 'anna@example.test',
  subject: 'Őszi ellenőrzés',
  text: 'Egy válasz hibás.',
  html: '<p>Egy válasz hibás.</p>',
}
const from = 'tend <tend@example.test>'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

test('without an SMTP address a mail is a file that only tend can read', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'tend-mail-')), 'mail')
  undo.push(() => rm(join(folder, '..'), { recursive: true }))
  const mailer = createMailer({ smtpUrl: undefined, from, folder })
  await Promise.all([mailer.send(mail), mailer.send({ ...mail, to: 'bela@example.test' })])

  const names = await readdir(folder)
  expect(names).toHaveLength(2)
  for (const name of names) {
    expect(name).toMatch(/^\d{4}-\d{2}-\d{2}T.*\.eml$/)
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
  }
  const contents = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  const toAnna = contents.find(content => content.includes('To: anna@example.test')) ?? ''
  expect(toAnna).toMatch(/^From: tend <tend@example.test>\r?$/m)
  expect(toAnna).toContain('Subject: =?UTF-8?')
  expect(toAnna).toContain('multipart/alternative')
})

test('every mail says that no person wrote it, and its subject has no signs of direction', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'tend-mail-')), 'mail')
  undo.push(() => rm(join(folder, '..'), { recursive: true }))
  const mailer = createMailer({ smtpUrl: undefined, from, folder })
  await mailer.send({
    ...mail,
    subject: 'Overdue: \u2068Barn\u2069 \u200fA',
    headers: { 'List-Unsubscribe': '<https://x.test>' },
  })
  const [name = ''] = await readdir(folder)
  const content = await readFile(join(folder, name), 'utf8')
  expect(content).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
  expect(content).toMatch(/^List-Unsubscribe: <https:\/\/x.test>\r?$/m)
  expect(content).toMatch(/^Subject: Overdue: Barn A\r?$/m)
})

test('with an SMTP address a mail goes there, once, from tend to the person', async () => {
  const received: { from: unknown; to: string[]; content: string }[] = []
  const url = await smtpServer({
    onData: async (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope
      received.push({
        from: mailFrom ? mailFrom.address : null,
        to: rcptTo.map(({ address }) => address),
        content: await text(stream),
      })
      done()
    },
  })
  const mailer = createMailer({ smtpUrl: url, from, folder: '/nowhere' })
  undo.push(async () => mailer.close())
  await mailer.send(mail)

  expect(received).toMatchObject([{ from: 'tend@example.test', to: ['anna@example.test'] }])
  expect(received[0]?.content).toContain('Subject: =?UTF-8?Q?=C5=90szi_ellen=C5=91rz=C3=A9s?=')
})

test('a mail that the other server refuses fails, so that its job comes again', async () => {
  const url = await smtpServer({ onRcptTo: (_, __, done) => done(new Error('No such person')) })
  const mailer = createMailer({ smtpUrl: url, from, folder: '/nowhere' })
  undo.push(async () => mailer.close())

  await expect(mailer.send(mail)).rejects.toThrow(/No such person/)
})

/** A mail server on a free port; its address. */
async function smtpServer(handlers: ConstructorParameters<typeof SMTPServer>[0]): Promise<string> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], logger: false, ...handlers })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  undo.push(() => new Promise<void>(resolve => server.close(() => resolve())))
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}
