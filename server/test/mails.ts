/** Mails as the people of a test would read them; without an SMTP server tend writes them to files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tend } from './tend.ts'

export type ReceivedMail = { to: string; subject: string; body: string }

/** The mails that an address got so far. */
export async function mailsTo(address: string): Promise<ReceivedMail[]> {
  const folder = `${(await tend()).services.config.dataDir}/mail`
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(name => name.endsWith('.eml'))
    .map(name => read(readFileSync(`${folder}/${name}`, 'latin1')))
    .filter(({ to }) => to === address)
}

function read(mail: string): ReceivedMail {
  const end = mail.indexOf('\r\n\r\n')
  const head = mail.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => decodeWords(head.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1] ?? '')
  const body = quotedPrintable(mail.slice(end).replace(/=\r\n/g, ''))
  return { to: header('To'), subject: header('Subject'), body: Buffer.from(body, 'latin1').toString('utf8') }
}

/** `=?UTF-8?Q?Istall=C3=B3?=`; words beside each other are one. */
function decodeWords(text: string): string {
  return text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : Buffer.from(quotedPrintable(word.replaceAll('_', ' ')), 'latin1').toString('utf8'),
    )
}

const quotedPrintable = (text: string) =>
  text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
