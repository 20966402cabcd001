import { useEffect, useState } from 'react'

/** The state of a menu that was fetched to be opened: it opens as soon as its button stands, which gets the focus back when it closes. */
export function useOpening() {
  const [opened, onChange] = useState(false)
  useEffect(() => onChange(true), [])
  return { opened, onChange }
}
