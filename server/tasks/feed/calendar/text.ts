/** Lines of iCalendar, as RFC 5545 has them written (section 3.1 folding, 3.3.11 texts, 3.3.5 times). */
import { Temporal } from 'temporal-polyfill'

const maxOctets = 75

/** A line, folded after at most 75 octets and never within a character. */
export function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const more = Buffer.byteLength(character)
    if (octets + more > maxOctets) {
      parts.push(part)
      // The space that begins a further line counts too.
      part = ''
      octets = 1
    }
    part += character
    octets += more
  }
  return [...parts, part].join('\r\n ')
}

/** A text as the value of a property. Control characters have no place in it. */
export const text = (value: string): string =>
  value
    .replace(/\\/g, '\\\\')
    .replace(/;/g, '\\;')
    .replace(/,/g, '\\,')
    .replace(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a calendar program would refuse the file for.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

const compact = (iso: string) => iso.replace(/[-:]|\.\d+/g, '')

/** A moment in UTC: `20261122T203000Z`. */
export const utc = (moment: Date): string => compact(moment.toISOString())

/** What the clock of a zone shows then: `20261122T213000`. */
export const local = (moment: Date, zone: string): string =>
  compact(
    Temporal.Instant.fromEpochMilliseconds(moment.getTime())
      .toZonedDateTimeISO(zone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'second' }),
  )

/** A zone as a parameter says it. */
export const inZone = (name: string, zone: string) => `${name};TZID=${zone}`

/** A component with its lines. */
export const component = (name: string, lines: string[]): string[] => [`BEGIN:${name}`, ...lines, `END:${name}`]
