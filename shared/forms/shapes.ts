/**
 * Lines and areas on the map, as XLSForm writes them: points separated by semicolons, each with latitude, longitude,
 * altitude and accuracy. The last point of an area is its first.
 */
export type Degrees = { latitude: number; longitude: number }

/** Bound of points, as a text answer can hold. */
export const maxPoints = 400
const earthRadius = 6_378_100

/** Points of a text; undefined where it is none. */
export function pointsIn(text: string): Degrees[] | undefined {
  const parts = text.split(';').map(part => part.trim())
  if (parts.at(-1) === '') parts.pop()
  const points = parts.map(part => {
    const [latitude = Number.NaN, longitude = Number.NaN] = part.split(/\s+/).map(Number)
    return { latitude, longitude }
  })
  const isFit = ({ latitude, longitude }: Degrees) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return points.length > 0 && points.every(isFit) ? points : undefined
}

/** Text of some points with seven decimals, a centimetre. An area is closed with its first point. */
export function shapeOf(points: readonly Degrees[], isClosed: boolean): string {
  const [first] = points
  const all = isClosed && first && points.length > 2 ? [...points, first] : points
  return all.map(({ latitude, longitude }) => `${sevenDigits(latitude)} ${sevenDigits(longitude)} 0 0`).join('; ')
}

const sevenDigits = (degrees: number) => Number(degrees.toFixed(7))

/** Points without the last one, where that only closes an area. */
export function openPoints(points: readonly Degrees[]): Degrees[] {
  const [first, last] = [points[0], points.at(-1)]
  const isClosed = points.length > 3 && first?.latitude === last?.latitude && first?.longitude === last?.longitude
  return isClosed ? points.slice(0, -1) : [...points]
}

/** Length in metres along the ground. */
export function metresBetween(one: Degrees, other: Degrees): number {
  const [from, to, turn] = [one.latitude, other.latitude, other.longitude - one.longitude].map(radians) as [
    number,
    number,
    number,
  ]
  const half = Math.sin((to - from) / 2) ** 2 + Math.cos(from) * Math.cos(to) * Math.sin(turn / 2) ** 2
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half)))
}

export const lengthOf = (points: readonly Degrees[]): number =>
  points.reduce((metres, point, index) => metres + metresBetween(points[index - 1] ?? point, point), 0)

/** Area in square metres on a sphere; 0 for fewer than three points. */
export function areaOf(closed: readonly Degrees[]): number {
  const points = openPoints(closed)
  if (points.length < 3) return 0
  const sum = points.reduce((total, one, index) => {
    const other = points[(index + 1) % points.length] ?? one
    const turn = radians(other.longitude - one.longitude)
    return total + turn * (2 + Math.sin(radians(one.latitude)) + Math.sin(radians(other.latitude)))
  }, 0)
  return Math.abs((sum * earthRadius * earthRadius) / 2)
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
