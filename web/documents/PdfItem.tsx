import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import type { WantedPdf } from './api.ts'
import { usePdf } from './usePdf.ts'

/** In a menu: has something made as a PDF, says how far that is while the menu stays open, and saves it. */
export function PdfItem({ wanted, text, icon }: { wanted: WantedPdf; text: string; icon: ReactNode }) {
  const { save, step } = usePdf()
  return (
    <Menu.Item leftSection={icon} closeMenuOnClick={false} onClick={() => save(wanted)}>
      <span aria-live="polite">{step ?? text}</span>
    </Menu.Item>
  )
}
