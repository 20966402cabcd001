import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft, useSaveStatus } from '../../answers/draft/DraftContext.tsx'
import { currentFormats, useReader } from '../../lib/format.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { Notice } from '../../ui/Notice.tsx'
import styles from '../draft/FillingPage.module.css'
import type { FormDraft } from '../storage/formDraft.ts'

/**
 * Warns when this device cannot store answers, and says how to go on; `children` are below the text. It is above the
 * button to the next page, always in sight, and moves nothing, because it appears while people answer.
 */
export function KeepingNotice({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { problem } = useSaveStatus()
  return (
    problem && (
      <div className={styles.keeping}>
        <Notice kind="stop">
          {t(`filling.keeping.${problem}`)}
          {children}
        </Notice>
      </div>
    )
  )
}

/** Saves the open form as a file, from memory, where this device cannot store it. */
export function SaveCopyButton({ persister }: { persister: FormDraft }) {
  const { t } = useTranslation()
  const reader = useReader()
  const draft = useDraft()

  async function save() {
    const [{ zipOf }, { filesOfContent }] = await Promise.all([
      import('../../lib/zip.ts'),
      import('../storage/rescueFiles.ts'),
    ])
    const content = { ...persister.content(), definition: draft.definition }
    saveFile(zipOf(filesOfContent(content, reader)), `tend ${currentFormats().dayOf(Date.now())}.zip`)
  }

  return (
    <Button variant="default" mt="xs" leftSection={<IconDownload size={20} />} onClick={save}>
      {t('filling.outbox.saveCopy')}
    </Button>
  )
}
