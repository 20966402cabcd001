import { useHotkeys } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { lazyPart } from '../ui/lazyPart.tsx'

const Palette = lazyPart(() => import('./Palette.tsx').then(part => part.Palette))
const wishes = new EventTarget()

/** Opens the palette from a button. */
export const openPalette = () => wishes.dispatchEvent(new Event('open'))

/** Ctrl+K: the palette's code is fetched when it is wanted for the first time. */
export function PaletteHost() {
  const [count, setCount] = useState(0)
  useHotkeys([['mod+K', openPalette]], [])
  useEffect(() => {
    const open = () => setCount(before => before + 1)
    wishes.addEventListener('open', open)
    return () => wishes.removeEventListener('open', open)
  }, [])
  return count > 0 && <Palette wishes={count} />
}
