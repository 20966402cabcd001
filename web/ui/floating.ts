/** What floats above a page, with what places it: one file, which no page waits for to be drawn. */
import { type ComboboxItem, MultiSelect, type OptionsFilter, Select } from '@mantine/core'
import { textHolds } from '#shared/lib/searching.ts'

export { Autocomplete, Drawer, Tooltip } from '@mantine/core'
export { ButtonMenu } from './menu/ButtonMenu.tsx'
export { PopoverAt } from './menu/PopoverAt.tsx'

/**
 * The options of a list of choices that hold what was typed, however accents, umlauts and digits are typed; groups
 * without any are left out.
 */
const foldedOptions: OptionsFilter = ({ options, search, limit }) => {
  let room = limit
  const fitting = (items: ComboboxItem[]) => {
    const found: ComboboxItem[] = []
    for (const item of items) {
      if (room <= 0) break
      if (!textHolds(item.label, search)) continue
      found.push(item)
      room--
    }
    return found
  }
  const left: ReturnType<OptionsFilter> = []
  for (const option of options) {
    if (!('items' in option)) left.push(...fitting([option]))
    else {
      const items = fitting(option.items)
      if (items.length > 0) left.push({ ...option, items })
    }
  }
  return left
}

export const FoldedSelect = Select.withProps({ filter: foldedOptions })
export const FoldedMultiSelect = MultiSelect.withProps({ filter: foldedOptions })
