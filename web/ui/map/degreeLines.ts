type Box = { west: number; east: number; south: number; north: number }

/** How far lines may lie apart, in degrees: from half the earth to a metre. */
const steps = [
  60, 30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001, 0.00005, 0.00002,
  0.00001,
]
const fewest = 3

/**
 * The lines of latitude and longitude that divide a piece of the earth, at round degrees, and the digits that their
 * names need.
 */
export function degreeLines({ west, east, south, north }: Box) {
  const span = Math.min(east - west, north - south)
  const step = steps.find(one => span / one >= fewest) ?? 0.00001
  const digits = Math.max(0, -Math.floor(Math.log10(step)))
  const between = (from: number, to: number) => {
    const first = Math.ceil(from / step)
    const count = Math.max(0, Math.floor(to / step) - first + 1)
    return Array.from({ length: Math.min(count, 50) }, (_, index) => Number(((first + index) * step).toFixed(digits)))
  }
  return { latitudes: between(Math.max(south, -85), Math.min(north, 85)), longitudes: between(west, east), digits }
}
