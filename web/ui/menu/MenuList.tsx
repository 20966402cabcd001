import { Menu, type MenuDropdownProps } from '@mantine/core'
import type { FocusEvent } from 'react'

/** The list of every menu. Not by the theme: the entrance, which has none at first, would carry what menus need. */
export const MenuList = (props: MenuDropdownProps) => <Menu.Dropdown {...menuKeyboard} {...props} />

// A menu has the focus from its first frame. Mantine's takes it twice, each time some moments later: an early key
// reached the button, and a person who had moved on was back at the first item.

const moves = ['ArrowDown', 'ArrowUp', 'Home', 'End']

/** The first key that moves in it counts, although the keyboard is not there yet. */
function takeEarlyKeys(menu: HTMLElement | null): (() => void) | undefined {
  if (!menu) return
  const ended = new AbortController()
  const take = (event: KeyboardEvent) => {
    const first = menu.querySelector<HTMLElement>('[data-menu-item]:not(:disabled)')
    if (!first || !moves.includes(event.key) || menu.contains(document.activeElement)) return
    event.preventDefault()
    event.stopPropagation()
    first.focus({ preventScroll: true })
    first.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }))
  }
  document.addEventListener('keydown', take, { capture: true, signal: ended.signal })
  return () => ended.abort()
}

/** What takes the keyboard to the menu again takes it where it is already. */
function stay({ currentTarget: menu, target }: FocusEvent<HTMLElement>): void {
  for (const item of menu.querySelectorAll('[data-autofocus]')) item.removeAttribute('data-autofocus')
  if (target !== menu) target.setAttribute('data-autofocus', '')
}

/** For the list of every menu (`MenuList.tsx`). */
const menuKeyboard = { ref: takeEarlyKeys, onFocus: stay }
