import { type PointerEvent, useEffect, useRef, useState } from 'react'

export type RowDrag = {
  /** The dragged row, and the row below it. */
  dragged: number | undefined
  over: number | undefined
  /** For the handle of a row. */
  handle: (id: number) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: () => void
    onPointerCancel: () => void
  }
}

type Drag = { id: number; over?: number | undefined }

/**
 * So near the upper or lower edge of the screen the page scrolls along, the faster the nearer: pixels, and pixels a
 * frame.
 */
const [edge, fastest] = [96, 16]

/** Pixels by which the page scrolls in a frame when a row is held at that height. */
function scrollAt(y: number): number {
  const [above, below] = [edge - y, y - (window.innerHeight - edge)].map(near => Math.min(1, Math.max(0, near / edge)))
  return Math.round(((below ?? 0) - (above ?? 0)) * fastest)
}

/**
 * Drags rows onto rows, which carry `data-place`; with a mouse, a pen or a finger. Nothing of a library: the tree needs
 * no more, and the list of what it would load is long. The keyboard has the buttons of the rows.
 */
export function useRowDrag(onDrop: (id: number, onto: number) => void): RowDrag {
  const [shown, setShown] = useState<Drag>()
  // What is shown can be a moment behind the finger, which may be lifted before that.
  const drag = useRef<Drag>(undefined)
  const frame = useRef(0)
  const set = (now: Drag | undefined) => {
    if (!now) cancelAnimationFrame(frame.current)
    drag.current = now
    setShown(now)
  }
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  function look(x: number, y: number) {
    cancelAnimationFrame(frame.current)
    if (!drag.current) return
    const { id } = drag.current
    const below = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-place]')
    const over = below ? Number(below.dataset.place) : undefined
    if (over !== drag.current.over) set({ id, over })
    const pixels = scrollAt(y)
    if (pixels === 0) return
    frame.current = requestAnimationFrame(() => {
      window.scrollBy({ top: pixels, behavior: 'instant' })
      look(x, y)
    })
  }
  return {
    dragged: shown?.id,
    over: shown?.over,
    handle: id => ({
      onPointerDown(event) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        set({ id })
      },
      onPointerMove(event) {
        look(event.clientX, event.clientY)
      },
      onPointerUp() {
        const over = drag.current?.over
        set(undefined)
        if (over !== undefined && over !== id) onDrop(id, over)
      },
      onPointerCancel: () => set(undefined),
    }),
  }
}
