import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FormDetail } from '#shared/forms/contract.ts'
import { RequestError } from '../../../lib/requestError.ts'
import { contentOf, type EditableForm, type FormContent } from '../structure/content.ts'
import { type FormWorkingCopy, formAutosave } from './formAutosave.ts'

const first: EditableForm = {
  id: 1,
  company_id: 1,
  name: { en: 'Pen check' },
  description: {},
  category: 'daily',
  default_language: 'en',
  status: 'draft',
  version: null,
  has_unpublished_changes: true,
  filler_role_ids: null,
  for_guests: false,
  about_types: [],
  submission_count: 0,
  revision: 1,
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T08:00:00Z',
  archived_at: null,
  draft: { schema: 1, default_language: 'en', sections: [] },
  published: null,
  pictures: [],
  public_link_count: 0,
}

/** A server with one form, an editor that shows it, and a connection that can be cut. */
function saving(
  start: FormWorkingCopy = { base: { content: contentOf(first), revision: 1 }, content: contentOf(first) },
) {
  let form: EditableForm = first
  let failure: RequestError | null = null
  const world = {
    sent: [] as object[],
    shown: start.content,
    kept: null as FormWorkingCopy | null,
    form: () => form,
    fail: (error: RequestError | null) => {
      failure = error
    },
    /** Somebody else saves. */
    save: (changes: Partial<EditableForm>) => {
      form = { ...form, ...changes, revision: form.revision + 1 }
      return form
    },
    type: (changes: Partial<FormContent>) => {
      world.shown = { ...world.shown, ...changes }
      autosave.change(world.shown)
    },
  }
  const autosave = formAutosave(start, {
    async send({ revision, definition, ...texts }) {
      world.sent.push({ revision, definition, ...texts })
      await Promise.resolve()
      if (failure) throw failure
      if (revision !== form.revision) throw new RequestError({ status: 409, code: 'stale_revision', data: form })
      return world.save({ ...texts, ...(definition && { draft: definition }) })
    },
    keep: copy => {
      world.kept = copy
    },
    onAnswer: () => undefined,
    onRebased: merge => {
      world.shown = merge(world.shown)
    },
  })
  autosave.start()
  return Object.assign(world, { autosave })
}

const offline = new RequestError({ status: 0, code: 'network_error' })
const named = (name: string) => ({ name: { en: name } })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what is typed is sent once, a moment after the last key, and only what changed', async () => {
  const { autosave, type, sent, form } = saving()
  type(named('B'))
  await vi.advanceTimersByTimeAsync(500)
  type(named('Barn'))
  expect(autosave.state()).toMatchObject({ isSaving: true, savedAt: null })
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toEqual([{ revision: 1, definition: undefined, name: { en: 'Barn' } }])
  expect(form().name).toEqual({ en: 'Barn' })
  expect(autosave.state()).toMatchObject({ isSaving: false, problem: null, savedAt: expect.any(Date) })
})

test('what is typed while something is on its way goes after it', async () => {
  const { autosave, type, sent, form } = saving()
  type(named('One'))
  const saved = autosave.flush()
  type(named('Two'))
  expect(await saved).toBe(true)
  expect(sent).toHaveLength(2)
  expect(form().name).toEqual({ en: 'Two' })
})

test('without a connection it is kept here, said, and tried until it works', async () => {
  const world = saving()
  world.fail(offline)
  world.type(named('Offline'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(world.autosave.state()).toMatchObject({ problem: 'unreachable', isSaving: false })
  expect(world.kept).toMatchObject({ content: named('Offline'), base: { revision: 1 } })
  world.fail(null)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(world.autosave.state()).toMatchObject({ problem: null })
  expect(world.form().name).toEqual({ en: 'Offline' })
  expect(world.kept).toBeNull()
})

test('what an earlier visit could not send is sent by the next one', async () => {
  const { form, kept } = saving({
    base: { content: contentOf(first), revision: 1 },
    content: { ...contentOf(first), ...named('Earlier') },
  })
  await vi.advanceTimersByTimeAsync(10)
  expect(form().name).toEqual({ en: 'Earlier' })
  expect(kept).toBeNull()
})

test('what reached the server although nobody heard of it is saved, without a conflict', async () => {
  const { form, autosave, sent, save } = saving({
    base: { content: contentOf(first), revision: 1 },
    content: { ...contentOf(first), ...named('Parting words') },
  })
  save(named('Parting words'))
  await vi.advanceTimersByTimeAsync(10)
  expect(sent).toHaveLength(1)
  expect(form().revision).toBe(2)
  expect(autosave.state()).toMatchObject({ problem: null, isSaving: false, savedAt: expect.any(Date) })
})

test('what the server refuses is said once and not sent again until it is changed', async () => {
  const world = saving()
  const refusal = new RequestError({ status: 422, code: 'invalid', message: 'Too long' })
  world.fail(refusal)
  world.type(named('x'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(world.sent).toHaveLength(1)
  expect(world.autosave.state()).toMatchObject({ problem: 'refused', error: refusal })
  world.fail(null)
  world.type(named('y'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(world.autosave.state()).toMatchObject({ problem: null, error: null })
})

test('a form without a name waits for one', async () => {
  const world = saving()
  world.type({ name: {} })
  await vi.advanceTimersByTimeAsync(1000)
  expect(world.sent).toEqual([])
  expect(world.autosave.state().problem).toBe('nameless')
  expect(world.kept).toMatchObject({ content: { name: {} } })
  world.type(named('Named'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(world.autosave.state().problem).toBeNull()
})

test('two who change different things both keep theirs', async () => {
  const world = saving()
  world.save({ category: 'welfare' })
  world.type(named('Mine'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(world.form()).toMatchObject({ name: { en: 'Mine' }, category: 'welfare' })
  expect(world.shown).toMatchObject({ name: { en: 'Mine' }, category: 'welfare' })
  expect(world.autosave.state().problem).toBeNull()
})

test('two who change the same wait for a decision; nothing is sent and nothing lost until then', async () => {
  const world = saving()
  world.save({ ...named('Theirs'), category: 'welfare' })
  world.type(named('Mine'))
  await vi.advanceTimersByTimeAsync(1000)
  const { problem, conflict } = world.autosave.state()
  expect(problem).toBe('conflict')
  expect(conflict?.theirs.content.name).toEqual({ en: 'Theirs' })
  expect(world.shown).toMatchObject({ name: { en: 'Mine' }, category: 'welfare' })
  expect(world.form().name).toEqual({ en: 'Theirs' })

  world.type({ ...named('Mine'), description: { en: 'More' } })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(world.sent).toHaveLength(1)
  // After a reload it is a conflict again.
  expect(world.kept?.base.revision).toBe(1)

  world.autosave.resolve()
  await vi.advanceTimersByTimeAsync(1000)
  expect(world.form()).toMatchObject({ name: { en: 'Mine' }, description: { en: 'More' }, category: 'welfare' })
  expect(world.autosave.state()).toMatchObject({ problem: null, conflict: null })
})

test('what somebody else saved is taken in when nothing here waits', () => {
  const world = saving()
  world.autosave.arrived(world.save(named('Theirs')))
  expect(world.shown.name).toEqual({ en: 'Theirs' })
  expect(world.autosave.isClean()).toBe(true)
  world.type(named('Mine'))
  world.autosave.arrived(world.save(named('Theirs again')))
  expect(world.shown.name).toEqual({ en: 'Mine' })
})

test('publishing comes after everything typed is saved, with the revision that this gave', async () => {
  const world = saving()
  const publish = async (revision: number): Promise<FormDetail> => {
    expect(revision).toBe(world.form().revision)
    return world.save({ status: 'open', version: 1 })
  }
  world.type(named('Ready'))
  expect(await world.autosave.perform(publish)).toBe(true)
  expect(world.form()).toMatchObject({ name: { en: 'Ready' }, status: 'open' })
  // The revision that publishing gave is the one that the next change names.
  world.type(named('Next'))
  expect(await world.autosave.flush()).toBe(true)

  world.fail(offline)
  world.type(named('Later'))
  expect(await world.autosave.perform(publish)).toBe(false)
  expect(world.autosave.state().problem).toBe('unreachable')
})

test('leaving the page sends the unsent rest', async () => {
  const world = saving()
  world.type(named('Last words'))
  world.autosave.stop()
  await vi.advanceTimersByTimeAsync(0)
  expect(world.form().name).toEqual({ en: 'Last words' })
})
