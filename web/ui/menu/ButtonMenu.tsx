import { Button, Menu, ScrollArea } from '@mantine/core'
import { IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { MenuList } from './MenuList.tsx'

type Props = {
  text: string
  /** Above the choices. */
  children?: ReactNode
  choices: { key: number; name: ReactNode; choose: () => void }[]
}

/** A button of the bar at the bottom whose choices open above it. */
export function ButtonMenu({ text, children, choices }: Props) {
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronUp size={18} />}>
          {text}
        </Button>
      </Menu.Target>
      <MenuList>
        {children}
        <ScrollArea.Autosize mah="50vh">
          {choices.map(({ key, name, choose }) => (
            <Menu.Item key={key} onClick={choose}>
              {name}
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
      </MenuList>
    </Menu>
  )
}
