import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../../api.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { deleteDatabase, newOutboxEntry, putEntries } from '../../lib/offline/database.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { inFormDatabase, newEntry, rememberedBase } from '../storage/entry.ts'
import { keepAnswers } from '../storage/formDraft.ts'
import { findSentTask, openDraft } from './openDraft.ts'

const anna = 101

afterEach(async () => {
  vi.restoreAllMocks()
  await deleteDatabase(anna)
  localStorage.clear()
})

test('a draft opens with its merge base, which the page has then also after a drop by the browser', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  vi.spyOn(console, 'error').mockReturnValue()
  localStorage.setItem('tend_token', 'token')
  localStorage.setItem('user', JSON.stringify({ id: anna, company_id: 1, role_id: 1, time_zone: 'Europe/London' }))
  const of = { user_id: anna, company_id: 1, form_id: 3, version: 1 }
  const entry = newEntry({ ...of, uuid: newKey(), form_name: {} })
  await keepAnswers(entry, [{ uuid: entry.uuid, question_id: 'remark', answer: { value: 'Calm' }, changed_at: 1 }])
  const definition = { schema: 1, default_language: 'en', sections: [] }
  await inFormDatabase(anna, async ({ bases, forms }) => {
    await forms.put({ ...of, name: {}, definition: definition as never, kept_at: '' })
    await bases.put({ uuid: entry.uuid, agreed: { remark: { value: 'Calm' } }, attempted: {} })
  })
  expect(rememberedBase(entry.uuid)).toBeUndefined()
  expect(await openDraft(entry.uuid, {})).toMatchObject({ kind: 'open', entry: { uuid: entry.uuid } })
  expect(rememberedBase(entry.uuid)).toMatchObject({ agreed: { remark: { value: 'Calm' } } })
})

test('a draft that was begun from a seed has it still when it is opened from the list of drafts', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  localStorage.setItem('tend_token', 'token')
  localStorage.setItem('user', JSON.stringify({ id: anna, company_id: 1, role_id: 1, time_zone: 'Europe/London' }))
  const definition = { schema: 1, default_language: 'en', sections: [] }
  const form = { company_id: 1, form_id: 3, version: 1, name: {}, kept_at: '' }
  await inFormDatabase(anna, ({ forms }) => forms.put({ ...form, definition: definition as never }))
  const begun = await openDraft(newKey(), { form: 3, seed: 482_913 })
  if (begun.kind !== 'open') throw new Error('It opens without a network')
  expect(begun.entry.seed).toBe(482_913)
  await keepAnswers(begun.entry, [])
  expect(await openDraft(begun.entry.uuid, {})).toMatchObject({ entry: { seed: 482_913 } })
})

test('the number of a submission does not open other work of this device whose row has the same number', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  vi.spyOn(console, 'error').mockReturnValue()
  localStorage.setItem('tend_token', 'token')
  localStorage.setItem('user', JSON.stringify({ id: anna, company_id: 1, role_id: 1, time_zone: 'Europe/London' }))
  const animal = { kind: 'animal', payload_version: 1, user_id: anna, company_id: 1, input: {}, title: 'Berta' }
  await putEntries(anna, [newOutboxEntry({ ...animal, state: 'done', server_id: 17 })])
  await expect(openDraft('17', {})).rejects.toMatchObject({ code: 'network_error' })
})

test('a task that a list has shown is found beside other answers about tasks, which have no list of them', async () => {
  queryClient.setQueryData([...api.tasks.key, 'today'], { tasks: { open: { total: 3 } }, data: { total: 1 } })
  queryClient.setQueryData([...api.tasks.key, 'own'], { tasks: [{ id: 7, title: 'Clean the trough' }] })
  expect(await findSentTask(7)).toMatchObject({ title: 'Clean the trough' })
  queryClient.clear()
})
