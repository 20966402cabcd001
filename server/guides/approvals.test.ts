import { expect, test } from 'vitest'
import { guides } from '#shared/guides/contract.ts'
import { company } from '../test/people.ts'

const gates = { title: { en: 'Gates' }, body: { en: 'Shut them.' }, default_language: 'en' } as const

test('a draft is checked, then approved by those who are named, and only then published', async () => {
  const farm = await company()
  const [boss, vet, head, hand] = [await farm.manager(), await farm.worker(), await farm.worker(), await farm.worker()]
  const named = { checker_ids: [vet.id], approver_ids: [head.id] }
  const { id, revision } = await boss.call(guides.create, { ...gates, ...named })
  expect(await boss.refused(guides.publish, { id })).toMatchObject({ status: 409, code: 'guide_not_approved' })
  await boss.call(guides.ask, { id })

  const seen = await vet.call(guides.get, { id })
  expect(seen).toMatchObject({ stage: 'draft', draft: { body: gates.body } })
  expect(seen.approvals).toMatchObject([
    { step: 'checked', name: vet.name, approved_at: null },
    { step: 'approved', name: head.name, approved_at: null },
  ])
  expect(await hand.refused(guides.get, { id })).toMatchObject({ status: 404 })
  for (const [person, step] of [
    [hand, 'checked'],
    [head, 'checked'],
    [boss, 'approved'],
  ] as const)
    expect((await person.refused(guides.approve, { id, step, revision })).status).toBeGreaterThanOrEqual(403)
  expect(await head.refused(guides.approve, { id, step: 'approved', revision })).toMatchObject({
    code: 'guide_not_checked',
  })

  const checked = await vet.call(guides.approve, { id, step: 'checked', revision })
  expect(checked).toMatchObject({ stage: 'checked', approvals: [{ approved_at: expect.any(String) }, {}] })
  expect(await head.refused(guides.approve, { id, step: 'approved', revision })).toMatchObject({
    code: 'stale_revision',
  })
  const approved = await head.call(guides.approve, { id, step: 'approved', revision: checked.revision })
  expect(approved.stage).toBe('approved')
  const guide = await boss.call(guides.publish, { id })
  expect(guide.published?.approvals).toMatchObject([
    { step: 'checked', name: vet.name },
    { step: 'approved', name: head.name },
  ])
  expect((await boss.send(guides.pdf, { id })).statusCode).toBe(200)
})

test('another wording is checked again, other settings are not', async () => {
  const farm = await company()
  const [boss, vet] = [await farm.manager(), await farm.worker()]
  const { id, revision } = await boss.call(guides.create, { ...gates, checker_ids: [vet.id] })
  await vet.call(guides.approve, { id, step: 'checked', revision })
  expect(await boss.call(guides.update, { id, position: 3 })).toMatchObject({ stage: 'checked' })
  expect(await boss.call(guides.update, { id, body: { en: 'Shut all.' } })).toMatchObject({
    stage: 'draft',
    approvals: [{ approved_at: null }],
  })
  expect(await boss.refused(guides.publish, { id })).toMatchObject({ code: 'guide_not_approved' })
  await boss.call(guides.update, { id, checker_ids: [] })
  const published = await boss.call(guides.publish, { id })
  expect(published.published?.approvals).toEqual([])
})

test('a guide is for people by name, and nobody of another company is named', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const stranger = await (await company()).manager()
  const { id } = await boss.call(guides.create, {
    ...gates,
    must_read: true,
    reader_role_ids: [],
    reader_ids: [hand.id],
  })
  await boss.call(guides.publish, { id })
  expect((await hand.call(guides.list, {})).data).toMatchObject([{ id, is_due: true }])
  expect((await other.call(guides.list, {})).data).toEqual([])
  expect((await boss.call(guides.readers, { id })).data.map(({ user_id }) => user_id)).toEqual([hand.id])
  expect((await boss.call(guides.all, {})).data).toMatchObject([{ reader_count: 1 }])
  for (const field of ['reader_ids', 'checker_ids', 'approver_ids'])
    expect(await boss.refused(guides.update, { id, [field]: [stranger.id] })).toMatchObject({
      status: 422,
      errors: { [field]: [expect.any(String)] },
    })
})
