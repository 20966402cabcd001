import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** A name beside an icon, for those who point at it or reach it by the keyboard. */
export const NameTip = ({ name, children }: { name: string; children: ReactElement }) => (
  <Tooltip label={name} position="right" openDelay={100} events={{ hover: true, focus: true, touch: false }}>
    {children}
  </Tooltip>
)
