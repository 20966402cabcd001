import { Button, FileButton, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './ImportSheet.module.css'

const accepted = '.xlsx,.xlsm,.xls,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A file to choose, or to drop here. */
export function WorkbookField({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
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
      <IconFileSpreadsheet size={32} aria-hidden />
      <FileButton accept={accepted} onChange={file => file && onFile(file)}>
        {props => (
          <Button {...props} variant="default">
            {t('xlsform.choose')}
          </Button>
        )}
      </FileButton>
      <Text className={styles.drop}>{t('xlsform.drop')}</Text>
    </div>
  )
}
