import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentFormats } from '../../lib/format.ts'
import { useReader } from '../../lib/offline/queueState.ts'
import { saveFile } from '../../lib/saveFile.ts'
import type { Writer } from '../journal/Writer.ts'

/** Saves what stands in the open form as a file, from memory: for when this device cannot keep it. */
export function SaveCopyButton({ writer }: { writer: Writer }) {
  const { t } = useTranslation()
  const reader = useReader()

  async function save() {
    const [{ zipOf }, { filesOfContent }] = await Promise.all([
      import('../../lib/offline/exportUnsentZip.ts'),
      import('../journal/rescueFiles.ts'),
    ])
    saveFile(zipOf(filesOfContent(writer.content(), reader)), `tend ${currentFormats().dayOf(Date.now())}.zip`)
  }

  return (
    <Button variant="default" mt="xs" leftSection={<IconDownload size={20} />} onClick={save}>
      {t('filling.outbox.saveCopy')}
    </Button>
  )
}
