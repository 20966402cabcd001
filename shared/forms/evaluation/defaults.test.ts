import { expect, test } from 'vitest'
import { ask, form } from '#testing/forms/scenarios/language.ts'
import type { ContextKey } from '../elementFields.ts'
import { applyDefaults, completionValues } from './defaults.ts'
import { FormState } from './FormState.ts'

const from = (key: ContextKey) => ({ default: { from: 'context' as const, key } })
const now = '2026-11-21T09:30:00.000+01:00'
const later = '2026-11-21T10:05:00.000+01:00'
const known = {
  company_name: 'Greenfield Farm',
  device_id: 'd-1',
  subject_animal: { id: 7, name: 'Bella' },
}
const opened = (...questions: Parameters<typeof form>) =>
  new FormState(form(...questions), {}, { now, language: 'hu', known })

test('a form knows the company, the device, the subject and the day without asking', () => {
  const state = opened(
    ask('hidden', 'company', from('company_name')),
    ask('hidden', 'device', from('device_id')),
    ask('animal', 'cow', from('subject_animal')),
    ask('text', 'name', from('subject_animal')),
    ask('date', 'day', from('today')),
    ask('time', 'hour', from('now')),
    ask('hidden', 'tongue', from('language')),
    ask('hidden', 'mail', from('user_email')),
  )
  expect(Object.fromEntries(applyDefaults(state, new Set()))).toEqual({
    company: 'Greenfield Farm',
    device: 'd-1',
    cow: [{ id: 7, name: 'Bella' }],
    name: 'Bella',
    day: '2026-11-21',
    hour: '09:30',
    tongue: 'hu',
  })
})

test('a register question begins with the subject of its own kind, and never with the row of another register', () => {
  const lorry = { id: 7, name: 'Stock lorry' }
  const state = new FormState(
    form(ask('vehicle', 'carrier', from('subject_vehicle')), ask('vehicle', 'wrong', from('subject_animal'))),
    {},
    { now, language: 'en', known: { ...known, subject_vehicle: lorry } },
  )
  expect(Object.fromEntries(applyDefaults(state, new Set()))).toEqual({ carrier: [lorry] })
})

test('the completion time is set at the end, each time unless somebody typed it', () => {
  const state = opened(ask('hidden', 'end', from('completed_at')), ask('date', 'day', from('completed_at')))
  expect(applyDefaults(state, new Set()).size).toBe(0)
  expect(Object.fromEntries(completionValues(state, now))).toEqual({ end: now, day: '2026-11-21' })

  state.setAnswer('end', { value: now })
  state.setAnswer('day', { value: '2026-11-20' })
  expect(Object.fromEntries(completionValues(state, later))).toEqual({ end: later })
})
