import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import type { WantedPdf } from './commands.ts'
import { usePdf } from './PdfButton.tsx'

type Props = { wanted: WantedPdf; text: string; icon: ReactNode; onSaved: () => void }

/** In a menu: has something made as a PDF, says how far that is while the menu stays open, and saves it. `onSaved` closes the menu. */
export function PdfItem({ wanted, text, icon, onSaved }: Props) {
  const { save, step } = usePdf()
  return (
    <Menu.Item leftSection={icon} closeMenuOnClick={false} onClick={() => save(wanted, onSaved)}>
      <span aria-live="polite">{step ?? text}</span>
    </Menu.Item>
  )
}
