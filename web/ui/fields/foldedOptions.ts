import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { textHolds } from '#shared/lib/searching.ts'

/** The options of a list of choices that hold what was typed, however accents, umlauts and digits are typed; groups without any are left out. */
export const foldedOptions: OptionsFilter = ({ options, search, limit }) => {
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
