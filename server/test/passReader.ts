/** Somebody who reads all that a pass answers. */
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Endpoint } from '#shared/lib/contract.ts'
import type { Locale } from '#shared/lib/language.ts'
import { passFollowUps } from '#shared/passes/followUp.ts'
import { passPagePacks } from '#shared/passes/packs.ts'
import { passPages } from '#shared/passes/passPage.ts'
import { passWriting } from '#shared/passes/passWriting.ts'
import { passRequestPages } from '#shared/passes/requests.ts'
import { passKinds } from '#shared/passes/rules.ts'
import type { passLinkIn } from './passes.ts'
import { request } from './people.ts'
import { tend } from './tend.ts'
import { somewhere } from './visitors.ts'

type Listed = { data: { id: number }[] }

/**
 * Every answer of the reading calls with its headers, refusals included, and every file that one names, once as text
 * and once byte by byte. Fails for a picture that says something beside what it shows.
 */
export async function readAllOf(
  link: ReturnType<typeof passLinkIn>,
  lang: Locale = 'en',
): Promise<{ said: string[]; files: number }> {
  const said: string[] = []
  const ask = async (endpoint: Endpoint, input: object = {}) => {
    const { body, ...answer } = await request(endpoint, { ...link, ...input }, null, { from: somewhere(), lang })
    said.push(body, JSON.stringify((answer as never as { headers: object }).headers))
    return body
  }
  const addresses = new Set<string>()
  const shown = (body: string) => {
    for (const [address] of body.matchAll(/\/storage\/passes\/[^"]+/g)) addresses.add(address)
    return body
  }
  await ask(passPages.open)
  for (const kind of passKinds) {
    const listed: Listed = JSON.parse(await ask(passPages.records, { kind, per_page: 100 }))
    await ask(passPages.records, { kind, since: 'any', per_page: 100 })
    await ask(passPages.sample, { kind, size: 5, seed: 3 })
    expect(listed.data.length).toBeGreaterThan(3)
    for (const { id } of listed.data) shown(await ask(passPages.record, { kind, record_id: id }))
  }
  await ask(passPages.record, { kind: 'submission', record_id: 1_000_000 })
  await ask(passPages.records, { kind: 'Zsuzsanna' })
  await ask(passFollowUps.read)
  await ask(passPagePacks.list)
  for (const call of [passWriting.written, passRequestPages.list]) shown(await ask(call))
  const { app } = await tend()
  for (const url of addresses) {
    const { headers, rawPayload } = await app.inject({ url })
    said.push(JSON.stringify(headers), rawPayload.toString('latin1'), rawPayload.toString())
    if (!String(headers['content-type']).startsWith('image/')) continue
    const { exif, xmp, iptc, comments } = await sharp(rawPayload).metadata()
    expect([exif, xmp, iptc, comments]).toEqual([undefined, undefined, undefined, undefined])
  }
  return { said, files: addresses.size }
}
