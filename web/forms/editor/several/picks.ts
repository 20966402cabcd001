import { createContext, useCallback, useMemo, useState } from 'react'
import type { Definition } from '#shared/forms/definition.ts'
import { allElements } from '#shared/forms/elements.ts'

export type Picks = {
  /** Whether a press chooses one more, and does not open its properties. */
  isPicking: boolean
  picked: ReadonlySet<string>
  /** Picks an element or lets it go. */
  toggle: (id: string) => void
  /** Picks all from the one that was picked last to this one. */
  reach: (id: string, definition: Definition) => void
  pick: (ids: string[]) => void
  start: () => void
  end: () => void
}

const none: ReadonlySet<string> = new Set()

export const PicksContext = createContext<Picks>({
  ...{ isPicking: false, picked: none },
  ...{ toggle: () => undefined, reach: () => undefined, pick: () => undefined },
  ...{ start: () => undefined, end: () => undefined },
})

/** Which elements are meant together; the same object until that changes, so that typing draws none of them again. */
export function usePicks(): Picks {
  const [picked, setPicked] = useState<ReadonlySet<string>>()
  const [last, setLast] = useState<string>()

  const toggle = useCallback((id: string) => {
    setLast(id)
    setPicked(before => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const reach = useCallback(
    (id: string, definition: Definition) => {
      const order = definition.sections.flatMap(({ questions }) => allElements(questions).map(one => one.id))
      const [here, there] = [order.indexOf(last ?? id), order.indexOf(id)]
      const between = here < 0 ? [id] : order.slice(Math.min(here, there), Math.max(here, there) + 1)
      setLast(id)
      setPicked(before => new Set([...(before ?? []), ...between]))
    },
    [last],
  )
  const pick = useCallback((ids: string[]) => setPicked(new Set(ids)), [])
  const start = useCallback(() => setPicked(before => before ?? none), [])
  const end = useCallback(() => {
    setPicked(undefined)
    setLast(undefined)
  }, [])
  return useMemo(
    () => ({ isPicking: picked !== undefined, picked: picked ?? none, toggle, reach, pick, start, end }),
    [picked, toggle, reach, pick, start, end],
  )
}
