import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

export const themes = [
  { scheme: 'light', icon: IconSun },
  { scheme: 'dark', icon: IconMoon },
  { scheme: 'auto', icon: IconDeviceDesktop },
] as const
