import { type RefObject, useEffect, useRef, useState } from 'react'

/** How far below and above the screen something is drawn before it is reached. */
const margin = '800px 0px'

/**
 * Whether an element has come near the screen: of hundreds of rows only those are drawn that somebody can see soon. What was drawn stays,
 * with the keyboard in it. One that is wanted is there at once.
 */
export function useNear<Box extends Element>(isWanted: boolean): [RefObject<Box | null>, boolean] {
  const box = useRef<Box>(null)
  const [isNear, setNear] = useState(isWanted)
  useEffect(() => {
    if (!box.current || isNear) return
    const watch = new IntersectionObserver(found => found.some(one => one.isIntersecting) && setNear(true), {
      rootMargin: margin,
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [isNear])
  return [box, isNear]
}
