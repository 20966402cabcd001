import { useEffect, useState } from 'react'
import type { SheetProps } from './SlidingSheet.tsx'
import { SlidingSheet as Sheet } from './SlidingSheet.tsx'

/** The form can be answered first. */
const delayMs = 1_000

/** The sheet is fetched behind the form: its header renders one, so that it is there before somebody opens it. */
export function BottomSheet(props: SheetProps) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  return isWanted || props.opened ? <Sheet {...props} /> : null
}
