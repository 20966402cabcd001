import { type PointerEvent, useRef, useState } from 'react'

export type RowDrag = {
  /** What is dragged, and over which row it is. */
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
 * Drags rows onto rows, which carry `data-place`; with a mouse, a pen or a finger. Nothing of a library: the tree needs no more, and the list
 * of what it would load is long. The keyboard has the buttons of the rows.
 */
export function useRowDrag(onDrop: (id: number, onto: number) => void): RowDrag {
  const [shown, setShown] = useState<Drag>()
  // What is shown can be a moment behind the finger, which may be lifted before that.
  const drag = useRef<Drag>(undefined)
  const set = (now: Drag | undefined) => {
    drag.current = now
    setShown(now)
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
        if (!drag.current) return
        const below = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-place]')
        const over = below ? Number(below.dataset.place) : undefined
        if (over !== drag.current.over) set({ id, over })
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
