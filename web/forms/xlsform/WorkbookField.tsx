import { Button, FileButton, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/Notice.tsx'
import styles from './ImportSheet.module.css'
import { isTable } from './useImport.ts'

const accepted = '.csv,.xlsx,.xlsm,.xls,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A workbook to choose, or to drop here, with the tables that it asks for. */
export function WorkbookField({ onFiles }: { onFiles: (file: File, tables: File[]) => void }) {
  const { t } = useTranslation()
  const [isAlone, setAlone] = useState(false)
  const [isOver, setOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }
  function take(files: File[]) {
    const workbook = files.find(file => !isTable(file))
    setAlone(files.length > 0 && !workbook)
    if (workbook) onFiles(workbook, files.filter(isTable))
  }
  function hold(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }
  return (
    // The button does the same for keyboards and screen readers.
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is only a shortcut.
    <div
      className={styles.field}
      data-over={isOver || undefined}
      onDragOver={hold}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileSpreadsheet size={32} />
      <FileButton accept={accepted} multiple onChange={take}>
        {props => (
          <Button {...props} variant="default">
            {t('xlsform.choose')}
          </Button>
        )}
      </FileButton>
      <Text className={styles.drop}>{t('xlsform.drop')}</Text>
      <Text className={styles.drop}>{t('xlsform.beside')}</Text>
      {isAlone && <Notice kind="attention">{t('xlsform.noWorkbook')}</Notice>}
    </div>
  )
}
