import { type ComponentType, cloneElement, type ReactElement, type Ref, useEffect, useRef, useState } from 'react'
import { trackFocus } from '../keyboard.ts'

type Button = ReactElement<Record<string, unknown> & { ref?: Ref<HTMLButtonElement> }>

type Props<Menu> = {
  /** Fetches the menu, whose target the button is from then on. */
  load: () => Promise<ComponentType<Menu & { children: ReactElement }>>
  /** What the menu is told. */
  menu: Menu
  children: Button
}

/**
 * A button whose menu is fetched when somebody is about to use it, because floating elements are a tenth of the first
 * file. The menu replaces the button and opens (`useOpening`).
 */
export function MenuButton<Menu extends object>({ load, menu, children }: Props<Menu>) {
  const [Menu, setMenu] = useState<ComponentType<Menu & { children: ReactElement }>>()
  const button = useRef<HTMLButtonElement>(null)
  // The focus is still where it was pressed.
  useEffect(() => {
    if (Menu) button.current?.focus()
  }, [Menu])
  if (Menu) return <Menu {...menu}>{cloneElement(children, { ref: button })}</Menu>

  const fetchMenu = () => load().catch(cause => console.warn('A menu could not be fetched', cause))
  return cloneElement(children, {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: fetchMenu,
    onFocus: fetchMenu,
    onClick: async () => {
      const isStillThere = trackFocus()
      const part = await fetchMenu()
      // A person who has moved on in between keeps the focus.
      if (part && isStillThere()) setMenu(() => part)
    },
  })
}
