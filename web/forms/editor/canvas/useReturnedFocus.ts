import { type RefObject, useLayoutEffect, useRef } from 'react'

/** An element that moves is put elsewhere in the document and loses the keyboard; this is where it had it. */
let moved: { id: string; tool: string } | null = null

/**
 * The keyboard stays on the tool that was pressed, so that it can be pressed again; at the end of the way it goes to the tool beside
 * it. The function says which tool is being pressed.
 */
export function useReturnedFocus(id: string): [RefObject<HTMLDivElement | null>, (tool: string) => void] {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (moved?.id !== id) return
    const wanted = ref.current?.querySelector<HTMLButtonElement>(`[data-tool="${moved.tool}"]:enabled`)
    const other = ref.current?.querySelector<HTMLButtonElement>('[data-tool]:enabled')
    moved = null
    const button = wanted ?? other
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: 'nearest' })
  })
  return [
    ref,
    tool => {
      moved = { id, tool }
    },
  ]
}
