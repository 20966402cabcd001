/**
 * Times as clocks on the wall show them, without a zone (`2026-11-20T07:00`), and ISO 8601 durations between them. The
 * server reckons with zones and changing clocks; here only what a person reads and types is moved about.
 */
import { localTime } from '#shared/lib/localTime.ts'

/** The same day at another time, a number of days later. */
export const atTime = (wall: string, time: string, daysLater = 0): string =>
  `${shown(Date.parse(`${wall.slice(0, 10)}T00:00Z`) + daysLater * day).slice(0, 10)}T${time}`

/** The parts of a duration: years, months, weeks, days, hours, minutes, seconds; null for what is none. */
export function partsOf(duration: string): number[] | null {
  return (
    pattern
      .exec(duration)
      ?.slice(1)
      .map(part => Number(part ?? 0)) ?? null
  )
}

const pattern = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** The time on the wall so much later; empty when either makes no sense. */
export function later(wall: string, duration: string): string {
  const parts = partsOf(duration)
  const start = new Date(`${wall}Z`)
  if (!parts || Number.isNaN(start.getTime())) return ''
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
  start.setUTCFullYear(
    start.getUTCFullYear() + years,
    start.getUTCMonth() + months,
    start.getUTCDate() + weeks * 7 + days,
  )
  return shown(start.getTime() + (hours * 60 + minutes) * minute + seconds * 1000)
}

/** From one time on the wall to a later one, in days, hours and minutes; null when it is not later. */
export function between(start: string, end: string): string | null {
  const minutes = (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / minute
  if (!(minutes > 0)) return null
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  const time = `${hours ? `${hours}H` : ''}${rest ? `${rest}M` : ''}`
  return `P${days ? `${days}D` : ''}${time && `T${time}`}`
}

const minute = 60_000
const day = 1440 * minute
const shown = (utc: number) => new Date(utc).toISOString().slice(0, 16)

export const presetNames = ['today', 'tomorrowMorning', 'thisWeek'] as const
export type PresetName = (typeof presetNames)[number]
type When = { starts_at: string; due_after: string }

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
