/**
 * Somebody who keeps the packs of a pass without names and of the one that renews it, and looks for the names in every
 * file: in its path, its text, the text and the properties of its PDF, and its bytes; and in what the renewed pass says
 * of changes and of the visit before.
 */
import { unzipSync } from 'fflate'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { expect, test } from 'vitest'
import { papers } from '#shared/certificates/contract.ts'
import { files } from '#shared/files/contract.ts'
import type { Locale } from '#shared/lib/language.ts'
import { passes } from '#shared/passes/contract.ts'
import { passFollowUps } from '#shared/passes/followUp.ts'
import { passPacks, passPagePacks } from '#shared/passes/packs.ts'
import { passPages } from '#shared/passes/passPage.ts'
import { passWriting } from '#shared/passes/passWriting.ts'
import { passRequestPages, passRequests } from '#shared/passes/requests.ts'
import { passKinds } from '#shared/passes/rules.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { expectNoNames, type NamedFarm, namedFarm, spellings, workers } from '../../test/namedFarm.ts'
import { ready } from '../../test/packs.ts'
import { issue, passLinkIn } from '../../test/passes.ts'
import { readAllOf } from '../../test/passReader.ts'
import { photo } from '../../test/submissions.ts'
import { visit } from '../../test/visitors.ts'

type Link = ReturnType<typeof passLinkIn>

const named = workers.flatMap(({ name }) => spellings(name))
const said = () => ({ uuid: crypto.randomUUID(), device_time: '2026-11-30T08:15:00+01:00' })
const day = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10)

/** The inspector writes what can be written, in words of their own; the company answers with its people's names. */
async function inspected({ boss, hands, place }: NamedFarm, link: Link, pass: number): Promise<void> {
  const { data } = await boss.call(submissions.list, { per_page: 5 })
  const record = { kind: 'submission', record_id: data[0]?.id ?? 0 } as const
  const picture = async () => {
    const { uuid } = said()
    await visit(passWriting.photo, { ...link, uuid }, { file: { name: 'gate.jpg', content: await photo() } })
    return uuid
  }
  for (const location_id of [place.id, null]) {
    const finding = { ...said(), ...record, text: 'The gate is broken', severity: 'critical' as const, due_on: day(3) }
    await visit(passWriting.report, { ...link, ...finding, location_id, photo_uuids: [await picture()] })
  }
  await visit(passWriting.pick, { ...link, ...said(), ...record, reason: 'It is the oldest one' })
  const request = await visit(passRequestPages.ask, { ...link, ...said(), ...record, words: 'The invoice of the gate' })
  const [first] = (await boss.call(passes.written, { id: pass })).findings
  const [worker] = hands
  const proof = crypto.randomUUID()
  const file = { name: `${named[1]}.jpg`, content: await photo() }
  await boss.call(files.create, { uuid: proof, has_preview: true }, { file })
  await boss.call(tasks.completeSent, { id: first?.sent_task_id ?? 0, note: named.join(', '), file_uuids: [proof] })
  const answer = crypto.randomUUID()
  await boss.call(files.create, { uuid: answer, has_preview: true }, { file: { ...file, name: `by ${named[0]}.jpg` } })
  await boss.call(passRequests.answer, {
    ...{ id: request.id, uuid: crypto.randomUUID(), words: `${worker?.name} knows: ${named.join('; ')}` },
    file_uuids: [answer],
  })
  const signature_uuid = await picture()
  const closing = { ...said(), text: 'All in order but the gate', signed_by: 'Dr Vet', signature_uuid }
  await visit(passWriting.close, { ...link, ...closing })
}

/** The company changes records of the pass, with names in each change. */
async function changed({ boss }: NamedFarm): Promise<void> {
  for (const [at, { id }] of (await boss.call(submissions.list, { per_page: 10 })).data.entries()) {
    const { revision, answers } = await boss.call(submissions.get, { id })
    const name = named[at % named.length] ?? ''
    await boss.call(corrections.correct, {
      ...{ id, revision, reason: `${name} was wrong` },
      answers: { ...answers, remark: { value: `${name} says so now` } } as never,
    })
  }
  const { data } = await boss.call(papers.list, { per_page: 5 })
  for (const { id, revision } of data)
    await boss.call(papers.update, { id, revision, issuer: named[2] ?? '', note: named[3] ?? '' } as never)
}

/** Fails for a name in any file of the latest pack, asked for in a language. */
async function expectNoNamesInPack({ boss }: NamedFarm, link: Link, lang: Locale): Promise<Map<string, string>> {
  const begun = await visit(passPagePacks.begin, link, { lang })
  await ready(boss, link.id, begun.id)
  const { rawPayload, headers } = await boss.send(passPacks.fetch, { id: link.id, pack_id: begun.id })
  expectNoNames(JSON.stringify(headers), 'headers')
  const texts = new Map<string, string>()
  for (const [path, bytes] of Object.entries(unzipSync(rawPayload))) {
    const buffer = Buffer.from(bytes)
    expectNoNames(path, path)
    expectNoNames(buffer.toString('latin1'), path)
    expectNoNames(buffer.toString(), path)
    if (path.endsWith('.pdf')) {
      const document = await getDocumentProxy(new Uint8Array(bytes))
      const { text } = await extractText(document, { mergePages: true })
      // Lines and words are cut anywhere on paper, and what goes from the right is drawn in other letters' forms.
      const line = text.normalize('NFKC').replace(/\s+/g, ' ').replaceAll('Quirk & Sons Farm', '')
      for (const read of [line, line.replace(/[- \u00ad]/g, ''), [...line].reverse().join('')])
        expectNoNames(read, path)
      expectNoNames(JSON.stringify(await getMeta(document)), `properties of ${path}`)
      texts.set(path, line)
    } else texts.set(path, buffer.toString())
  }
  return texts
}

test('no name is in a pack, in the one of a renewed pass, or in what that says of changes and of before', async () => {
  const farm = await namedFarm()
  const { boss } = farm
  const first = await issue(boss, { kinds: [...passKinds] })
  const link = passLinkIn(first)
  await inspected(farm, link, first.id)
  expectNoNames((await readAllOf(link)).said.join('\n'))
  const packed = await expectNoNamesInPack(farm, link, 'en')
  expect([...packed.keys()].filter(path => path.endsWith('.pdf')).length).toBeGreaterThan(50)
  expect(packed.get('written.json')).toContain('The gate is broken')

  await changed(farm)
  const second = await boss.call(passes.renew, {
    ...{ id: first.id, holder_name: 'Dr Vet', holder_office: '', starts_at: new Date().toISOString() },
    ends_at: new Date(Date.now() + 24 * 3600_000).toISOString(),
  })
  const again = passLinkIn(second)
  const { renewal } = await visit(passPages.open, again)
  const marks = renewal?.counts.filter(({ mark }) => mark === 'changed').map(({ kind }) => kind)
  expect(marks).toEqual(expect.arrayContaining(['submission', 'certificate']))
  const earlier = await visit(passFollowUps.read, again)
  expect(earlier?.findings).toMatchObject([
    { state: 'done', location: null },
    { state: 'open', location: expect.stringMatching(/^Worker [0-9A-Z]{4}'s pen$/) },
  ])
  expect(earlier?.requests).toMatchObject([{ state: 'answered', text: 'The invoice of the gate' }])
  for (const lang of ['en', 'ar'] as const) expectNoNames((await readAllOf(again, lang)).said.join('\n'), lang)
  await expectNoNamesInPack(farm, again, 'ar')
}, 300_000)
