/**
 * The anchor of the question to which the person was led, if any: it opens the row in which that question stands. Where it comes from is
 * for the screen around the form to say, so that the form needs no router.
 */
import { createContext, type ReactNode, useContext } from 'react'

const WantedAnchor = createContext('')

export function WantedAnchorProvider({ anchor, children }: { anchor: string; children: ReactNode }) {
  return <WantedAnchor value={anchor}>{children}</WantedAnchor>
}

/** Empty when nobody was led anywhere. */
export const useWantedAnchor = (): string => useContext(WantedAnchor)
