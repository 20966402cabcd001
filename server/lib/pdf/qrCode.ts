import { encode } from 'uqr'
import type { DrawnCode } from './paperSeal.ts'

/** The dark squares of a QR code as one path, a stroke for each run of them, and how many stand in a row. */
export function qrCode(address: string): DrawnCode {
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => {
    const text = row.map(isDark => (isDark ? '1' : '0')).join('')
    return [...text.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
  })
  return { size, path: path.join('') }
}
