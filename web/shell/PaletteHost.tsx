import { useEffect, useState } from 'react'
import { lazyPart } from '../ui/lazyPart.tsx'

const Palette = lazyPart(() => import('./Palette.tsx').then(part => part.Palette))
const wishes = new EventTarget()

/** Opens the palette from a button. */
export const openPalette = () => wishes.dispatchEvent(new Event('open'))

function hear(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
  event.preventDefault()
  openPalette()
}

/** Ctrl+K: the palette's code is fetched when it is wanted for the first time. */
export function PaletteHost() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const open = () => setCount(before => before + 1)
    wishes.addEventListener('open', open)
    document.documentElement.addEventListener('keydown', hear)
    return () => {
      wishes.removeEventListener('open', open)
      document.documentElement.removeEventListener('keydown', hear)
    }
  }, [])
  return count > 0 && <Palette wishes={count} />
}
