import { localTime } from './localTime.ts'

/**
 * The moment at which the clock of a zone shows a time, as the server has it: what the clocks skip moves on by the gap,
 * of a time that comes twice the first counts.
 */
export function momentAt(wallTime: string, timeZone: string | undefined): number {
  const asUtc = Date.parse(`${wallTime}Z`)
  const ahead = (moment: number) => Date.parse(`${localTime(moment, timeZone)}Z`) - moment
  const before = asUtc - ahead(asUtc - dayMs)
  const after = asUtc - ahead(asUtc + dayMs)
  return [before, after].find(moment => moment + ahead(moment) === asUtc) ?? before
}

const dayMs = 24 * 3600_000
