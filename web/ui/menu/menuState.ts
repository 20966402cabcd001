import { useEffect, useRef, useState } from 'react'

/**
 * Whether something that floats is open, undefined before the first time: until then it is not fetched. Closed, it
 * gives the focus back.
 */
export function usePopover() {
  const [opened, setOpened] = useState<boolean>()
  const before = useRef<Element>(null)
  const onChange = (isOpen: boolean) => {
    if (isOpen) before.current = document.activeElement
    else if (before.current instanceof HTMLElement) before.current.focus()
    setOpened(isOpen)
  }
  return { opened, onChange }
}

/**
 * The state of a menu that was fetched to be opened: it opens when its button is mounted, which gets the focus back
 * when it closes.
 */
export function useOpening() {
  const [opened, onChange] = useState(false)
  useEffect(() => onChange(true), [])
  return { opened, onChange }
}
