import { createContext } from 'react'

/** Where it is true, numbers lead nowhere: whoever reads there may open nothing else. */
export const LinksOff = createContext(false)
