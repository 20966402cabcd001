/**
 * A real SMTP server that keeps what the people of a test get: mails go over the wire and are read back as their
 * programs would.
 */
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { createMailer, type Mailer } from '../lib/mail/mailer.ts'
import { tend } from './tend.ts'

export type Received = {
  to: string
  subject: string
  text: string
  html: string
  headers: Map<string, string>
  /** By their content's id, without its brackets; pictures that the HTML shows. */
  pictures: Map<string, { contentType: string; content: Buffer }>
}

export type Mailbox = {
  /** Everything that an address got so far, the oldest first. */
  to(address: string): Received[]
  /** The latest mail to an address once there are `count`; fails after 15 seconds. */
  next(address: string, count?: number): Promise<Received>
  close(): Promise<void>
}

/** From now on tend sends its mails here, until it is closed. */
export async function openMailbox(): Promise<Mailbox> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      buffer(stream)
        .then(content => PostalMime.parse(content))
        .then(mail => {
          for (const { address } of session.envelope.rcptTo) received.push(readable(address, mail))
          done()
        }, done)
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const { services } = await tend()
  const usual: Mailer = { ...services.mailer }
  const overSmtp = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: services.config.mailFrom, folder: '' })
  Object.assign(services.mailer, overSmtp)
  const to = (address: string) => received.filter(mail => mail.to === address)
  return {
    to,
    next: async (address, count = 1) => {
      const end = Date.now() + 15_000
      while (to(address).length < count) {
        if (Date.now() > end) throw new Error(`${address} got ${to(address).length} of ${count} mails.`)
        await new Promise(resolve => setTimeout(resolve, 20))
      }
      return to(address).at(-1) as Received
    },
    close: async () => {
      Object.assign(services.mailer, usual)
      overSmtp.close()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

const readable = (to: string, mail: Email): Received => ({
  to,
  subject: mail.subject ?? '',
  text: mail.text ?? '',
  html: mail.html ?? '',
  headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
  pictures: new Map(
    mail.attachments.map(({ contentId, mimeType, content }) => [
      (contentId ?? '').replace(/^<|>$/g, ''),
      { contentType: mimeType, content: Buffer.from(content as ArrayBuffer) },
    ]),
  ),
})

/** The first address in a mail that leads to a path of tend, without the host. */
export function linkIn({ text }: Received): string {
  const [address] = text.match(/https?:\/\/\S+/) ?? []
  if (!address) throw new Error(`No link in: ${text}`)
  return new URL(address).pathname
}
