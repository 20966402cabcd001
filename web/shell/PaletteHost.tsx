import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useState } from 'react'

const Palette = lazy(() => import('./Palette.tsx'))
const opening = new EventTarget()

/** Opens the palette from a button. */
export const openPalette = () => opening.dispatchEvent(new Event('open'))

/** Ctrl+K: the palette's code is fetched when it is wanted for the first time. */
export function PaletteHost() {
  const [wishes, setWishes] = useState(0)
  const open = () => setWishes(count => count + 1)
  useHotkeys([['mod+K', open]], [])
  useEffect(() => {
    opening.addEventListener('open', open)
    return () => opening.removeEventListener('open', open)
  })
  return (
    wishes > 0 && (
      <Suspense>
        <Palette wishes={wishes} />
      </Suspense>
    )
  )
}
