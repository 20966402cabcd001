import { Button, type ButtonProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { MenuButton } from '../../../ui/menu/MenuButton.tsx'
import type { ElementPlace } from '../structure/structure.ts'
import styles from './AddElement.module.css'

const load = () => import('./ElementChoices.tsx').then(part => part.ElementChoices)

type Props = ButtonProps & { place: ElementPlace; text: string }

/** Adds a question, or whatever else can stand there, and goes to write it. */
export function AddElement({ place, text, ...button }: Props) {
  return (
    <MenuButton load={load} menu={{ place }}>
      <Button variant="default" leftSection={<IconPlus size={18} />} className={styles.add} {...button}>
        {text}
      </Button>
    </MenuButton>
  )
}
