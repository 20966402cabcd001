/** Days, times and moments in the format of answers. */

/** An existing day, as YYYY-MM-DD. */
export function isDay(value: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

/** HH:MM, with optional seconds. */
export const isTimeOfDay = (value: string): boolean => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/.test(value)

const zone = /(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/

/** A day and a time of day with a T between them, and an optional offset from UTC. */
export function isMoment(value: string): boolean {
  const [day = '', time] = value.replace(zone, '').split('T')
  return time !== undefined && isDay(day) && isTimeOfDay(time)
}
