import { westernDigits } from '#shared/lib/folding.ts'

const half = /\s*(a|p)\.?\s?m\.?$/i

/** The time that somebody typed, as HH:MM; nothing where it is none. */
export function parseTime(typed: string): string | undefined {
  const text = westernDigits(typed).trim()
  const half12 = half.exec(text)?.[1]?.toLowerCase()
  const bare = text.replace(half, '')
  const [, hours, minutes = '00'] =
    /^(\d{1,2})(?:\s*[:.,h]\s*(\d{2}))?$/i.exec(bare) ?? /^(\d{1,2})(\d{2})$/.exec(bare) ?? []
  if (hours === undefined || Number(minutes) > 59) return undefined
  const hour = half12 ? (Number(hours) % 12) + (half12 === 'p' ? 12 : 0) : Number(hours)
  if (hour > 23 || (half12 && (Number(hours) > 12 || Number(hours) === 0))) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}`
}
