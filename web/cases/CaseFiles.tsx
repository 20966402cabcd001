import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CaseFile } from '#shared/cases/contract.ts'
import { sizeInWords } from '#shared/submissions/givenFiles.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { saveFile } from '../lib/saveFile.ts'
import { tellProblem } from '../ui/toast.tsx'
import styles from './CasePage.module.css'

/** Files that a reporter sent, to be saved: they lie behind the case right and have no address of their own. */
export function CaseFiles({ id, files }: { id: number; files: CaseFile[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (files.length === 0) return null
  return (
    <div className={styles.files}>
      {files.map(file => (
        <Button
          key={file.id}
          variant="default"
          leftSection={<IconDownload size={18} />}
          onClick={() =>
            api.cases.file({ id, case_file_id: file.id }).then(
              content => saveFile(content, file.name),
              error => void tellProblem(error),
            )
          }
        >
          {t('cases.saveFile', { name: file.name, size: sizeInWords(file.size, format) })}
        </Button>
      ))}
    </div>
  )
}
