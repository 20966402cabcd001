import { Menu, type MenuDropdownProps } from '@mantine/core'
import { menuKeyboard } from './menuKeyboard.ts'

/** The list of every menu. Not by the theme: the entrance, which has none at first, would carry what menus need. */
export const MenuList = (props: MenuDropdownProps) => <Menu.Dropdown {...menuKeyboard} {...props} />
