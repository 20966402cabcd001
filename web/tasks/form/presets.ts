import { localTime } from '#shared/lib/localTime.ts'
import { atTime, between, later } from './wallTime.ts'

export const presetNames = ['today', 'tomorrowMorning', 'thisWeek'] as const
export type PresetName = (typeof presetNames)[number]
export type When = { starts_at: string; due_after: string }

/** The usual answers to "when", by the clock of the company. After five, today lasts until midnight. */
export function presetOf(name: PresetName, now: number, timeZone: string | undefined): When {
  const start = localTime(now, timeZone)
  if (name === 'tomorrowMorning') return { starts_at: atTime(start, '06:00', 1), due_after: 'PT4H' }
  if (name === 'thisWeek') return span(start, atTime(start, '18:00', 7))
  return span(start, start < atTime(start, '17:00') ? atTime(start, '18:00') : atTime(start, '23:59'))
}

const hour = 60 * 60_000

/** Whether a person would say that these values mean the same as the preset. */
export function isPreset(name: PresetName, when: When, now: number, timeZone: string | undefined): boolean {
  const preset = presetOf(name, now, timeZone)
  const apart = Math.abs(Date.parse(`${when.starts_at}Z`) - Date.parse(`${preset.starts_at}Z`))
  return apart < hour && later(when.starts_at, when.due_after) === later(preset.starts_at, preset.due_after)
}

const span = (start: string, end: string): When => ({ starts_at: start, due_after: between(start, end) ?? 'PT1H' })
