import { Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconPin } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../Pass.module.css'
import { FindingForm } from './FindingForm.tsx'
import { PickForm } from './PickForm.tsx'
import type { About } from './unsent.ts'
import { useWriting } from './WritingProvider.tsx'

/** What an inspector can write about the record that is open; nothing after the closing note. */
export function WriteAbout({ about }: { about: NonNullable<About> }) {
  const { t } = useTranslation()
  const { isClosed } = useWriting()
  const [form, setForm] = useState<'finding' | 'pick' | null>(null)
  const close = () => setForm(null)
  if (isClosed) return null
  return (
    <div className={styles.part}>
      {form === null && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconAlertTriangle size={20} aria-hidden />}
            onClick={() => setForm('finding')}
          >
            {t('passes.written.add')}
          </Button>
          <Button variant="default" leftSection={<IconPin size={20} aria-hidden />} onClick={() => setForm('pick')}>
            {t('passes.written.pick')}
          </Button>
        </Group>
      )}
      {form === 'finding' && <FindingForm about={about} onDone={close} />}
      {form === 'pick' && <PickForm about={about} onDone={close} />}
      <WaitingAbout about={about} />
    </div>
  )
}

/** Says that something about this record waits for the network. */
function WaitingAbout({ about }: { about: NonNullable<About> }) {
  const { t } = useTranslation()
  const { waiting } = useWriting()
  const own = waiting.filter(({ about: of }) => of?.kind === about.kind && of.id === about.id)
  if (own.length === 0) return null
  return (
    <p role="status">
      <a href="#written">{t('passes.written.notSent')}</a>
    </p>
  )
}
