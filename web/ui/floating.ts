/** What floats above a page, 70 kB with what places it: one file, which no page waits for to be drawn. */
import { Select } from '@mantine/core'
import { foldedOptions } from './fields/foldedOptions.ts'

export { Drawer, Tooltip } from '@mantine/core'
export const SearchableSelect = Select.withProps({ filter: foldedOptions })
