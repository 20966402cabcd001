import { useEffect, useState } from 'react'
import { lazyPart } from '../ui/lazyPart.tsx'

const Palette = lazyPart(() => import('./Palette.tsx').then(part => part.Palette))
const wishes = new EventTarget()

type Wish = 'find' | 'help'
const wishFor = (detail: Wish) => wishes.dispatchEvent(new CustomEvent('wish', { detail }))

/** Opens the palette from a button. */
export const openPalette = () => wishFor('find')
/** Opens the help. */
export const openHelp = () => wishFor('help')

function hear(event: KeyboardEvent): void {
  const isTyping = (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]')
  if (event.key === '?' && !isTyping) openHelp()
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
  event.preventDefault()
  openPalette()
}

/** Ctrl+K, and "?" for help: their code is fetched when it is wanted for the first time. */
export function PaletteHost() {
  const [wish, setWish] = useState<{ for: Wish }>()
  useEffect(() => {
    const open = (event: Event) => setWish({ for: (event as CustomEvent<Wish>).detail })
    wishes.addEventListener('wish', open)
    document.documentElement.addEventListener('keydown', hear)
    return () => {
      wishes.removeEventListener('wish', open)
      document.documentElement.removeEventListener('keydown', hear)
    }
  }, [])
  return wish && <Palette wish={wish} />
}
