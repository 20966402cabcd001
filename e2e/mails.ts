/** The mails of the journeys, each a file of their mail server (`demoServer.ts`). */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import { ownDemo } from './demoServer.ts'

/**
 * The way of the link in the latest mail to somebody whose subject is this, once it has come. Journeys go on from
 * there.
 */
export async function linkOfMail(to: string, subject: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        link = (await mailsTo(to, subject)).at(-1)?.match(/https?:\/\/\S+/)?.[0]
        return link
      },
      { message: `a mail to ${to}: ${subject}`, timeout: 20_000 },
    )
    .toBeTruthy()
  return new URL(link ?? '').pathname
}

/** The texts of all mails to somebody with this subject, the oldest first. */
export async function mailsTo(to: string, subject: string): Promise<string[]> {
  const folder = ownDemo()?.mails ?? ''
  const names = await readdir(folder).catch(() => [])
  const found: string[] = []
  for (const name of names.filter(name => name.endsWith('.eml')).sort()) {
    const raw = await readFile(join(folder, name))
    // Parsing every mail of all journeys each time would take longer than the journey.
    if (!raw.includes(to)) continue
    const mail = await PostalMime.parse(raw)
    if (mail.to?.some(({ address }) => address === to) && mail.subject === subject) found.push(mail.text ?? '')
  }
  return found
}
