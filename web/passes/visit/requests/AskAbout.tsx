import { Button } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../Pass.module.css'
import type { About } from '../writing/unsent.ts'
import { useWriting } from '../writing/WritingProvider.tsx'
import { AskForm } from './AskForm.tsx'

/** Asks for evidence about the record that is open. */
export function AskAbout({ about }: { about: NonNullable<About> }) {
  const { t } = useTranslation()
  const { isClosed } = useWriting()
  const [isAsking, setAsking] = useState(false)
  if (isClosed) return null
  if (isAsking) return <AskForm about={about} onDone={() => setAsking(false)} />
  return (
    <div className={styles.buttons}>
      <Button variant="default" leftSection={<IconFileSearch size={20} aria-hidden />} onClick={() => setAsking(true)}>
        {t('passes.requests.askAbout')}
      </Button>
    </div>
  )
}
