import { type PointerEvent, useState } from 'react'

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

/**
 * Drags rows onto rows, which carry `data-place`; with a mouse, a pen or a finger. Nothing of a library: the tree needs no more, and the list
 * of what it would load is long. The keyboard has the buttons of the rows.
 */
export function useRowDrag(onDrop: (id: number, onto: number) => void): RowDrag {
  const [drag, setDrag] = useState<{ id: number; over?: number | undefined }>()
  const end = () => setDrag(undefined)
  return {
    dragged: drag?.id,
    over: drag?.over,
    handle: id => ({
      onPointerDown(event) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ id })
      },
      onPointerMove(event) {
        if (!drag) return
        const below = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-place]')
        const over = below ? Number(below.dataset.place) : undefined
        if (over !== drag.over) setDrag({ id, over })
      },
      onPointerUp() {
        if (drag?.over !== undefined && drag.over !== id) onDrop(id, drag.over)
        end()
      },
      onPointerCancel: end,
    }),
  }
}
