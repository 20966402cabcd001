import { expect, test, vi } from 'vitest'
import type { Default } from '#shared/forms/elementFields.ts'
import { applyDefaults } from '#shared/forms/evaluation/defaults.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import { calculated, form, number, text } from '#testing/forms/scenarios/language.ts'
import { asksOf, contextFrom, isAbout, type Sources } from './contextFrom.ts'

const at = new Date('2026-11-21T08:30:00Z')
const bella = { type: 'animal' as const, id: 7, name: 'Bella' }
const begun = { created_at: '2026-11-21T08:00:00Z', subjects: [bella] }

const sources = (rest: Partial<Sources> = {}): Sources => ({
  user: { id: 3, name: 'Ada', email: 'ada@farm.example' },
  language: 'hu',
  now: at,
  deviceId: vi.fn(() => 'device-1'),
  device: vi.fn(() => 'Barn phone'),
  companyName: vi.fn(async () => 'Green Farm'),
  lastAnswers: vi.fn(async () => ({ milk: { value: 25 } })),
  ...rest,
})

const given = (id: string, rest: Default) => ({ ...text(id), default: rest })

test('a form knows who fills it in, when, on what and about what, and what was answered the last time', async () => {
  const definition = form(
    given('who', { from: 'context', key: 'user_name' }),
    given('mail', { from: 'context', key: 'user_email' }),
    given('farm', { from: 'context', key: 'company_name' }),
    given('device', { from: 'context', key: 'device_id' }),
    given('cow', { from: 'context', key: 'subject_animal' }),
    given('language', { from: 'context', key: 'language' }),
    { ...number('milk'), default: { from: 'last_answer' } },
  )
  const context = await contextFrom(begun, definition, sources())
  expect(Date.parse(context.now)).toBe(at.getTime())
  expect(Date.parse(String(context.known?.started_at))).toBe(Date.parse(begun.created_at))
  const state = new FormState(definition, {}, context)
  expect(Object.fromEntries(applyDefaults(state, new Set()))).toEqual({
    ...{ who: 'Ada', mail: 'ada@farm.example', farm: 'Green Farm', device: 'device-1', cow: 'Bella' },
    ...{ language: 'hu', milk: 25 },
  })
})

test('what a form does not ask for is not fetched', async () => {
  const asked = sources()
  const context = await contextFrom(begun, form(text('remark')), asked)
  for (const source of [asked.deviceId, asked.companyName, asked.lastAnswers]) expect(source).not.toHaveBeenCalled()
  expect(context.last).toBeUndefined()
  expect(asksOf(form(text('remark')))).toBe('')
})

test.each([
  ['a calculation', calculated('more', '${milk} - ${last-saved#milk}')],
  ['a condition', { ...text('why'), visible_if: '${milk} < ${last-saved#milk}' }],
  ['a rule', { ...text('why'), constraints: [{ holds: '. != ${last-saved#milk}' }] }],
  ['a trigger', { ...text('why'), triggers: [{ id: 't', when: '${milk} < ${last-saved#milk}', require_note: true }] }],
  ['a default', given('why', { from: 'expression', expression: '${last-saved#milk}' })],
])('%s that asks for last time gets it', async (_, question) => {
  const definition = form(number('milk'), question)
  expect(asksOf(definition)).toBe('last')
  expect((await contextFrom(begun, definition, sources())).last).toEqual({ milk: { value: 25 } })
})

test('what is not to be had is left out, and the form begins without it', async () => {
  const nothing = { user: null, deviceId: () => undefined, companyName: async () => undefined }
  const definition = form(
    given('farm', { from: 'context', key: 'company_name' }),
    given('device', { from: 'context', key: 'device_id' }),
    given('remark', { from: 'last_answer' }),
  )
  const context = await contextFrom(
    { ...begun, subjects: [] },
    definition,
    sources({ ...nothing, lastAnswers: async () => undefined }),
  )
  expect(Object.keys(context.known ?? {})).toEqual(['started_at'])
  expect('last' in context).toBe(false)
})

test('last time counts for the same subjects, in any order', () => {
  const barn = { type: 'location' as const, id: 7, name: 'Barn' }
  expect(isAbout({ subjects: [bella, barn] }, [barn, bella])).toBe(true)
  expect(isAbout({ subjects: [bella] }, [barn])).toBe(false)
  expect(isAbout({ subjects: [] }, [])).toBe(true)
})
