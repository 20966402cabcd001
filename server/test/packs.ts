/** Packs of audit passes for tests. */
import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { expect, vi } from 'vitest'
import { locations } from '#shared/locations/contract.ts'
import { type HeldPack, type PassPack, passPacks, passPagePacks } from '#shared/passes/packs.ts'
import { passPages } from '#shared/passes/passPage.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { users } from '../accounts/table.ts'
import { lameAnswers, penCheck, publishedForm } from './forms.ts'
import { issue, passLinkIn } from './passes.ts'
import { company, type Person, platform } from './people.ts'
import { attach, begin } from './submissions.ts'
import { tend } from './tend.ts'
import { visit } from './visitors.ts'

const called = (person: Person, name: string) =>
  platform(db => db.update(users).set({ name }).where(eq(users.id, person.id)))

const where = { id: 'spot', type: 'place', label: { en: 'Where is it?' } } as const
const spotCheck = {
  ...penCheck,
  sections: [{ id: 'where', title: { en: 'Where' }, questions: [where] }, ...penCheck.sections],
}

/** A farm with two submissions in two barns, whose worker is named in notes and files; one was corrected. */
export async function packedFarm() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await called(hand, 'Zsuzsanna Hegedus')
  await called(boss, 'Bartholomew Quirk')
  const form = await publishedForm(boss, spotCheck)
  const barn = async (name: string, accuracy?: number) => {
    const place = await boss.call(locations.create, { name, type: 'barn' })
    const draft = await begin(hand, form, { subjects: [{ type: 'location', id: place.id, name }] as never })
    const { uuid } = await attach(hand, draft, { name: 'hegedus-zsuzsanna.jpg' })
    const answers = {
      ...lameAnswers,
      spot: { value: { latitude: 47.1, longitude: 19.2, ...(accuracy !== undefined && { accuracy }) } },
      picture: { value: [{ uuid, caption: 'by Hegedus' }] },
      remark: { value: 'Zsuzsannaval and Mr Quirk looked at the leg' },
    }
    const completed = await hand.call(submissions.complete, { id: draft.id, answers: answers as never })
    return { place, ...completed }
  }
  const [north, south] = [await barn('North barn', 4.5), await barn('South barn')]
  const { revision } = await boss.call(submissions.get, { id: north.id })
  const answers = { ...north.answers, remark: { value: 'It was another cow' } }
  await boss.call(corrections.correct, { id: north.id, revision, answers: answers as never, reason: 'Wrong cow' })
  return { farm, boss, hand, form, north, south }
}

type Link = ReturnType<typeof passLinkIn>

export const ready = (boss: Person, id: number, pack: number): Promise<PassPack> =>
  vi.waitFor(
    async () => {
      const found = (await boss.call(passPacks.list, { id })).find(one => one.id === pack)
      expect(found?.state).toBe('ready')
      return found as PassPack
    },
    { timeout: 120_000, interval: 200 },
  )

async function download(link: Link, id: number): Promise<Buffer> {
  const held = (await visit(passPagePacks.list, link)).find(one => one.id === id) as HeldPack
  const { app } = await tend()
  const answer = await app.inject({ url: held.address ?? '' })
  expect(answer.statusCode).toBe(200)
  expect(JSON.stringify(answer.headers)).not.toMatch(/hegedus|quirk|vet/i)
  return answer.rawPayload
}

/** The pack of a pass with two submissions of which the inspector has opened one; `write` does more before. */
export async function packOf(
  { boss, north }: Awaited<ReturnType<typeof packedFarm>>,
  settings = {},
  write: (link: Link) => Promise<unknown> = async () => {},
) {
  const pass = await issue(boss, settings)
  const link = passLinkIn(pass)
  await visit(passPages.open, link)
  await visit(passPages.records, { ...link, kind: 'submission', search: 'Zsuzsanna' })
  await visit(passPages.record, { ...link, kind: 'submission', record_id: north.id })
  await write(link)
  const begun = await visit(passPagePacks.begin, link)
  const pack = await ready(boss, pass.id, begun.id)
  const zip = await download(link, pack.id)
  return { pass, link, pack, zip, files: unzipSync(zip) }
}
