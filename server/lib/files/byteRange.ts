/** Which bytes of a file a request asks for (RFC 9110, section 14): what players of films need to go to a moment. */

/** The first and the last byte, both of them asked for. */
export type ByteRange = { start: number; end: number }

const one = /^bytes=(\d{0,15})-(\d{0,15})$/i

/**
 * The one range that a header `Range` asks for, cut at the end of the file; null for none, for several and for what is no range, which are
 * all answered with the whole file; `unsatisfiable` for one that begins behind the end.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = one.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    // So many at the end.
    const count = Math.min(Number(to), size)
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 }
  }
  const start = Number(from)
  if (to !== '' && Number(to) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

/** Whether a range may be answered with a part: `If-Range` names the very file that is here, or was not sent. A date never does. */
export const isSameFile = (ifRange: string | undefined, tag: string): boolean =>
  ifRange === undefined || ifRange === tag
