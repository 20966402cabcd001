/** Filters beside the search; on phones one button for all of them, and what they narrow to as chips. */
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterSheet } from './FilterSheet.tsx'
import { FilterPlace } from './filterPlace.ts'
import styles from './ListToolbar.module.css'

type Props = {
  children: ReactNode
  /** The chips of filters that do not know where they stand. */
  chips?: ReactNode
}

export function Filters({ children, chips }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isPhone = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  if (!isPhone) return children
  return (
    <>
      <Button
        variant="default"
        className={styles.filter}
        leftSection={<IconFilter size={18} />}
        onClick={() => setOpen(true)}
      >
        {t('common.filter')}
      </Button>
      <div className={styles.chips}>{chips ?? <FilterPlace value="chip">{children}</FilterPlace>}</div>
      {isOpen && (
        <FilterSheet onClosed={() => setOpen(false)}>
          <FilterPlace value="sheet">{children}</FilterPlace>
        </FilterSheet>
      )}
    </>
  )
}
