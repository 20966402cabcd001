import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  /** Pictures that the HTML shows, by `cid:`. */
  attachments?: { filename: string; contentType: string; cid: string; content: Uint8Array }[]
  /** What the mail brings along, to be kept. */
  files?: { filename: string; contentType: string; content: Uint8Array }[]
}

/** A server that accepts and then says nothing is left; its connection is closed. */
const timeLimits = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

type Settings = { smtpUrl: string | undefined; from: string; folder: string }

/** `use` has other settings count from the next mail on. */
export type Mailer = { send(mail: Mail): Promise<void>; use(settings: Settings): void; close(): void }

/** Sends over SMTP; without an SMTP address each mail becomes an .eml file in `folder`. */
export function createMailer(settings: Settings): Mailer {
  let [current, way] = [settings, wayOf(settings)]
  return {
    send: mail => way.send(mail),
    use: next => {
      if (isDeepStrictEqual(next, current)) return
      way.close()
      current = next
      way = wayOf(next)
    },
    close: () => way.close(),
  }
}

/** Says hello and signs in at a mail server, and sends nothing. Returns its refusal, or why it was not reached. */
export async function tryMailServer(smtpUrl: string): Promise<string | null> {
  const transport = (await library()).createTransport({ url: smtpUrl, ...timeLimits })
  try {
    await transport.verify()
    return null
  } catch (error) {
    const { response, message } = error as Error & { response?: string }
    return (response ?? message).slice(0, 300)
  } finally {
    transport.close()
  }
}

function wayOf({ smtpUrl, from, folder }: Settings): Pick<Mailer, 'send' | 'close'> {
  if (smtpUrl) {
    const transport = once(async () => (await library()).createTransport({ url: smtpUrl, ...timeLimits }, { from }))
    return {
      send: async mail => void (await (await transport.get()).sendMail(sendable(mail))),
      close: () => void transport.made?.then(made => made.close()),
    }
  }
  const transport = once(async () =>
    (await library()).createTransport({ streamTransport: true, buffer: true }, { from }),
  )
  return {
    send: async mail => {
      const { message } = await (await transport.get()).sendMail(sendable(mail))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}`)
      await writeFile(`${name}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${name}.part`, `${name}.eml`)
    },
    close: () => {},
  }
}

/** The library is not needed before the first mail. */
const library = async () => (await import('nodemailer')).default

/** Value that is made at the first `get`, and is in `made` from then on. */
function once<Made>(make: () => Promise<Made>) {
  const kept: { made?: Promise<Made>; get(): Promise<Made> } = {
    get: () => {
      kept.made ??= make()
      return kept.made
    },
  }
  return kept
}

/** Signs of direction, which mail programs show as boxes in a subject. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * As the library takes it: its pictures are shown in their place, and only its files are listed as such. All of tend's
 * mails are made without a person (RFC 3834), so that no absence answers them.
 */
const sendable = ({ attachments = [], files = [], subject, headers, ...mail }: Mail) => ({
  ...mail,
  subject: subject.replace(directions, ''),
  headers: { 'Auto-Submitted': 'auto-generated', ...headers },
  attachments: [
    ...attachments.map(one => ({ ...one, content: Buffer.from(one.content), contentDisposition: 'inline' as const })),
    ...files.map(one => ({ ...one, content: Buffer.from(one.content) })),
  ],
})

/** Why a mail did not go out, in the mail server's words; `isFinal` where another try would bring the same. */
export type Refusal = { reason: string; isFinal: boolean }

/** The mail server's answer, or why it could not be reached; never its address. */
export function refusalOf(error: unknown): Refusal {
  const { response, responseCode, code } = error as { response?: string; responseCode?: number; code?: string }
  return { reason: (response ?? code ?? 'unknown').slice(0, 300), isFinal: (responseCode ?? 0) >= 500 }
}
