/** What keeps programs out of public forms: work for each submission, and a field that people do not see. */
import { expect, test } from 'vitest'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { type Puzzle, solve } from '#shared/public-links/puzzle.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { publishedForm } from '../test/forms.ts'
import { company, request } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { filledIn, linkOf, linksOf, somewhere, turnedAway, visit } from '../test/visitors.ts'
import { newWork } from './queries.ts'

/** Sends it as it is, without the work that a device does when it is asked for it. */
async function sendBare(input: object) {
  const response = await request(publicForms.submit, input, null, { from: somewhere() })
  return { status: response.statusCode, ...JSON.parse(response.body) }
}

test('nothing is taken without work for that very submission, and nothing is taken twice for it', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss)
  const link = await linkOf(boss, form)
  const shown = await visit(publicForms.get, link)
  const puzzle = shown.work as Puzzle
  expect(puzzle).toMatchObject({ rounds: 16, bits: 4 })
  expect(Date.parse(puzzle.expires_at)).toBeGreaterThan(Date.now())

  const sent = filledIn(link)
  const asked = await sendBare(sent)
  expect(asked).toMatchObject({ status: 428, code: 'work_required', data: { work: { rounds: 16, bits: 4 } } })
  expect(asked.data.work.challenge).not.toBe(puzzle.challenge)
  const work = await solve(puzzle, sent.uuid)
  // For another submission of the same link it is worth nothing, nor are fewer numbers or others.
  const [first = 0, ...rest] = work.solution
  for (const [name, wrong] of [
    ['another submission', { ...filledIn(link), work }],
    ['fewer numbers', { ...sent, work: { ...work, solution: rest } }],
    ['no numbers', { ...sent, work: { ...work, solution: [] } }],
    ['a challenge that nobody signed', { ...sent, work: { ...work, challenge: `9${work.challenge}` } }],
    ['another salt', { ...sent, work: { ...work, challenge: work.challenge.replace('.', '.x') } }],
    ['no challenge', { ...sent, work: { challenge: '', solution: work.solution } }],
  ] as const)
    expect(await sendBare(wrong), name).toMatchObject({ status: 428 })
  const unworked = { ...sent, work: { ...work, solution: [first, ...rest.map(() => 4_294_967_295)] } }
  expect(await sendBare(unworked)).toMatchObject({ status: 428 })
  expect((await boss.call(submissions.list, {})).data).toEqual([])

  expect(await sendBare({ ...sent, work })).toMatchObject({ status: 201 })
  // The same again gets the same answer, and is one submission.
  expect(await sendBare({ ...sent, work })).toMatchObject({ status: 201 })
  expect((await boss.call(submissions.list, {})).data).toHaveLength(1)
})

test('a challenge is of one link, and of an hour', async () => {
  const boss = await (await company()).manager()
  const [form, other] = [await publishedForm(boss), await publishedForm(boss)]
  const [link, second] = [await linkOf(boss, form), await linkOf(boss, other)]
  const puzzle = (await visit(publicForms.get, link)).work as Puzzle
  const sent = filledIn(second)
  expect(await sendBare({ ...sent, work: await solve(puzzle, sent.uuid) })).toMatchObject({ status: 428 })

  const { services } = await tend()
  const [row] = await linksOf(boss, form)
  const late = filledIn(link)
  const anHourAgo = new Date(Date.now() - 3601_000)
  const old = newWork({ services, now: anHourAgo }, { id: row?.id ?? 0 }) as Puzzle
  expect(await sendBare({ ...late, work: await solve(old, late.uuid) })).toMatchObject({ status: 428 })
  const younger = newWork({ services, now: new Date(Date.now() - 3500_000) }, { id: row?.id ?? 0 }) as Puzzle
  expect(await sendBare({ ...late, work: await solve(younger, late.uuid) })).toMatchObject({ status: 201 })
})

test('work is asked for before the PIN, whose hashing is the server’s own', async () => {
  const boss = await (await company()).manager()
  const link = await linkOf(boss, await publishedForm(boss), { pin: '4711' })
  expect(await sendBare(filledIn(link))).toMatchObject({ code: 'work_required' })
  expect(await turnedAway(publicForms.submit, filledIn(link))).toMatchObject({ code: 'pin_required' })
})

test('a program’s text in the hidden field is refused in words, and not stored', async () => {
  const boss = await (await company()).manager()
  const link = await linkOf(boss, await publishedForm(boss))
  const sent = filledIn(link)
  const refused = await turnedAway(publicForms.submit, { ...sent, website: 'https://buy.example' }, { lang: 'de' })
  expect(refused).toMatchObject({
    status: 422,
    code: 'looks_automatic',
    message: expect.stringContaining('nicht sehen'),
  })
  expect((await boss.call(submissions.list, {})).data).toEqual([])
  // A person whose browser wrote there sends again without it.
  await visit(publicForms.submit, { ...sent, website: '' })
})
