import { PathLayer } from '../ui/map/PathLayer.tsx'
import type { Point } from '../ui/map/PlaceMap.tsx'
import { PointLayer } from '../ui/map/PointLayer.tsx'

/** One point as a pin, more as what they enclose. */
export function OutlineLayer({ points }: { points: readonly Point[] }) {
  const [first] = points
  if (points.length > 1) return <PathLayer points={points} isClosed />
  return first ? <PointLayer {...first} /> : null
}
