import { afterEach, expect, test } from 'vitest'
import { forms } from '#shared/forms/contract.ts'
import { editorsChannel } from '#shared/forms/rules.ts'
import { publishedForm } from '../test/forms.ts'
import { company } from '../test/people.ts'
import type { RawClient } from '../test/pusher/rawClient.ts'
import { askFor, listener, socket } from '../test/sockets.ts'

const opened: RawClient[] = []
afterEach(() => {
  for (const client of opened.splice(0)) client.disconnect()
})

const keep = async (client: Promise<RawClient>): Promise<RawClient> => {
  opened.push(await client)
  return client
}

test('those who may edit a form see who else has it open; nobody else does', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, second, hand, stranger] = [
    await farm.manager(),
    await farm.manager(),
    await farm.worker(),
    await dairy.manager(),
  ]
  const form = await publishedForm(boss)
  const channel = editorsChannel(farm.id, form.id)
  const socketId = await (await keep(socket())).socketId()
  const status = async (name: string, token: string) => (await askFor(name, socketId, token)).status

  for (const [name, token] of [
    [channel, hand.token],
    [channel, stranger.token],
    [editorsChannel(dairy.id, form.id), boss.token],
    [editorsChannel(dairy.id, form.id), stranger.token],
    [editorsChannel(farm.id, form.id + 1_000), boss.token],
  ] as const)
    expect(await status(name, token), name).toBe(403)

  const first = await keep(listener(boss, channel))
  await keep(listener(second, channel))
  expect(await first.nextData('pusher_internal:member_added')).toMatchObject({
    user_id: String(second.id),
    user_info: { name: second.name },
  })
})

test('people with a form open hear that it was saved or published; readers of other forms do not', async () => {
  const farm = await company()
  const [boss, second] = [await farm.manager(), await farm.manager()]
  const [form, other] = [await publishedForm(boss), await publishedForm(boss)]
  const here = await keep(listener(boss, editorsChannel(farm.id, form.id)))
  const there = await keep(listener(boss, editorsChannel(farm.id, other.id)))

  await second.call(forms.update, { id: form.id, name: { en: 'Saved' } })
  expect(await here.nextData('form.saved')).toEqual({ id: form.id, revision: form.revision + 1 })
  await second.call(forms.update, { id: other.id, status: 'closed' })
  expect(await there.nextData('form.saved')).toEqual({ id: other.id, revision: other.revision + 1 })
})
