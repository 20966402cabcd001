import { Button, Loader, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { FindingList } from './FindingList.tsx'
import { ImportFailure } from './ImportFailure.tsx'
import styles from './ImportSheet.module.css'
import { useImport } from './useImport.ts'
import { WorkbookField } from './WorkbookField.tsx'

/** Chooses an XLSForm, and says what became of it, row by row. */
export function ImportSheet({ onClosed }: { onClosed: () => void }) {
  const { t, i18n } = useTranslation()
  const { start, file, isReading, error, result } = useImport()
  const form = result?.form
  return (
    <SideSheet title={t('xlsform.import')} onClosed={onClosed}>
      {() => (
        <div className={styles.content}>
          {!result && <Text>{t('xlsform.about')}</Text>}
          {!result && !isReading && <WorkbookField onFiles={start} />}
          {isReading && (
            <p className={styles.reading} role="status">
              <Loader size="sm" />
              {t('xlsform.reading', { name: file?.name ?? '' })}
            </p>
          )}
          {error && !isReading && <ImportFailure error={error} />}
          {result && form && (
            <>
              <Notice kind="ok">
                {t('xlsform.done', {
                  name: textIn(form.name, toLocale(i18n.language), form.default_language).text,
                })}{' '}
                {result.notes.length === 0 && t('xlsform.complete')}
              </Notice>
              {result.notes.length > 0 && <FindingList title={t('xlsform.changed')} findings={result.notes} />}
              <SheetFooter>
                <Button component={PathLink} href={`/forms/${form.id}`}>
                  {t('xlsform.open')}
                </Button>
              </SheetFooter>
            </>
          )}
        </div>
      )}
    </SideSheet>
  )
}
