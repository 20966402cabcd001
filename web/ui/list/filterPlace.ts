import { createContext } from 'react'

/**
 * Where a filter stands: beside the search, in the sheet of filters that phones have, or as a chip, which only says what it narrows to
 * and takes it away.
 */
export const FilterPlace = createContext<'bar' | 'sheet' | 'chip'>('bar')
