import { type PointerEvent, useRef, useState } from 'react'

const most = 6
/** One press of a button, and a double tap. */
const step = 1.5
const doubled = 2.5
/** A finger that moved so far, mostly sideways, wants the next one. */
const swipePx = 48

type Point = { x: number; y: number }
type View = Point & { scale: number }
const whole: View = { scale: 1, x: 0, y: 0 }

const between = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
const middleOf = (one: Point, other: Point) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value))

/**
 * A picture that two fingers make larger and one moves about; where it is whole, one finger's swipe asks for the next: `onSwipe` hears to which
 * side it went. The buttons and keys do the same.
 */
export function useZoom(onSwipe: (towards: 'left' | 'right') => void) {
  const [view, setView] = useState(whole)
  const stage = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, Point>())
  const start = useRef<{ at: Point; view: View; distance: number; wasTwo: boolean } | null>(null)

  /** Never so far aside that nothing is left of it. */
  const kept = ({ scale, x, y }: View): View => {
    const { clientWidth = 0, clientHeight = 0 } = stage.current ?? {}
    const size = Math.min(most, Math.max(1, scale))
    if (size === 1) return whole
    return { scale: size, x: within(x, (clientWidth * (size - 1)) / 2), y: within(y, (clientHeight * (size - 1)) / 2) }
  }
  const zoomBy = (factor: number) =>
    setView(now => kept({ scale: now.scale * factor, x: now.x * factor, y: now.y * factor }))

  function begin(wasTwo: boolean): void {
    const [one, other] = [...fingers.current.values()]
    start.current = one
      ? {
          at: other ? middleOf(one, other) : one,
          view,
          distance: other ? between(one, other) : 0,
          wasTwo: wasTwo || other !== undefined,
        }
      : null
  }

  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    begin(start.current?.wasTwo ?? false)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!fingers.current.has(event.pointerId) || !start.current) return
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    const { at, view: first, distance } = start.current
    const [one, other] = [...fingers.current.values()]
    if (!one) return
    const now = other ? middleOf(one, other) : one
    const scale = other && distance > 0 ? (first.scale * between(one, other)) / distance : first.scale
    // What lay under the fingers stays under them.
    const factor = scale / first.scale
    setView(kept({ scale, x: first.x * factor + now.x - at.x, y: first.y * factor + now.y - at.y }))
  }
  const onPointerEnd = (event: PointerEvent) => {
    if (!fingers.current.delete(event.pointerId) || !start.current) return
    const { at, wasTwo, view: first } = start.current
    const [across, down] = [event.clientX - at.x, event.clientY - at.y]
    const isSwipe = event.type === 'pointerup' && fingers.current.size === 0 && !wasTwo && first.scale === 1
    if (isSwipe && Math.abs(across) > swipePx && Math.abs(across) > 2 * Math.abs(down))
      onSwipe(across < 0 ? 'left' : 'right')
    begin(wasTwo)
  }
  return {
    stage,
    isLarge: view.scale > 1,
    isLargest: view.scale >= most,
    style: { transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` },
    zoomIn: () => zoomBy(step),
    zoomOut: () => zoomBy(1 / step),
    toggle: () => setView(now => (now.scale > 1 ? whole : kept({ ...whole, scale: doubled }))),
    reset: () => setView(whole),
    handlers: { onPointerDown, onPointerMove, onPointerUp: onPointerEnd, onPointerCancel: onPointerEnd },
  }
}
