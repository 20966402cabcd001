/** By itself, so that the browser can fetch it by itself. */
import { Select } from '@mantine/core'
import { foldedOptions } from './foldedOptions.ts'

export const SearchableSelect = Select.withProps({ filter: foldedOptions })
