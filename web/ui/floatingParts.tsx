/** What floats above a page or opens a list over it, by the names of Mantine's components. */
import {
  type AutocompleteProps,
  type DrawerProps,
  type MultiSelectProps,
  type SelectProps,
  TextInput,
  type TextInputProps,
  type TooltipProps,
} from '@mantine/core'
import type { ComponentProps } from 'react'
import { lazyParts } from './lazyPart.tsx'
import type { ButtonMenu as Menu } from './menu/ButtonMenu.tsx'
import type { PopoverAt as Popover } from './menu/PopoverAt.tsx'

const part = lazyParts(() => import('./floating.ts'))

type Shown = 'label' | 'aria-label' | 'description' | 'placeholder' | 'required' | 'size' | 'w'
type Choices = readonly { value?: unknown; label?: string }[]
type Field = Pick<TextInputProps, Shown> & { data?: readonly unknown[]; value?: unknown }

/**
 * Takes the room of a field until its list has come, with its name and choice. It takes no letters, so none is lost.
 */
const Room = ({ label, description, placeholder, required, size, w, data, value, 'aria-label': name }: Field) => (
  <TextInput
    disabled
    {...{ label, description, placeholder, required, size, w }}
    aria-label={name}
    value={(data as Choices | undefined)?.find(one => one.value === value)?.label}
  />
)

export const Drawer = part<DrawerProps>(({ Drawer }) => Drawer)
export const PopoverAt = part<ComponentProps<typeof Popover>>(({ PopoverAt }) => PopoverAt)
export const ButtonMenu = part<ComponentProps<typeof Menu>>(({ ButtonMenu }) => ButtonMenu)
export const Select = part<SelectProps>(({ FoldedSelect }) => FoldedSelect, Room)
export const MultiSelect = part<MultiSelectProps>(({ FoldedMultiSelect }) => FoldedMultiSelect, Room)
export const Tooltip = part<TooltipProps>(
  ({ Tooltip }) => Tooltip,
  ({ children }) => children,
)
export const Autocomplete = part<AutocompleteProps>(({ Autocomplete }) => Autocomplete, Room)
