import { Button, Radio, Stack } from '@mantine/core'
import { IconFileTypeCsv, IconFileTypePdf, IconJson, IconTable } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BookFormat, type BookKind, bookKinds } from '#shared/documents/rules.ts'
import { localDay } from '#shared/lib/localTime.ts'
import { administration } from '../administrationApi.ts'
import { api } from '../api.ts'
import { OwnPdfs } from '../documents/OwnPdfs.tsx'
import { useAbility } from '../lib/ability.tsx'
import { saveFile } from '../lib/saveFile.ts'
import { DateField } from '../ui/dates/DateField.tsx'
import { type Named, SearchSelect } from '../ui/fields/SearchSelect.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './BooksPage.module.css'
import { MovementsIn } from './MovementsIn.tsx'

type Wanted = BookFormat | 'ade'

/** As the reader's own clock has it. */
const today = () => localDay(Date.now(), undefined)

/**
 * What an inspector asks for: a book of some days, of one place or all, on paper, as a spreadsheet, or for another
 * program.
 */
export function BooksPage() {
  const { t } = useTranslation()
  const can = useAbility()
  const queries = useQueryClient()
  const [book, setBook] = useState<BookKind>('herd')
  const [from, setFrom] = useState(() => `${today().slice(0, 4)}-01-01`)
  const [until, setUntil] = useState(today)
  const [place, setPlace] = useState<Named>()
  const reading = useMutation({
    mutationFn: (wanted: Wanted) =>
      wanted === 'ade'
        ? administration.books.exchange({ from, until })
        : administration.books.read({ book, format: wanted, from, until, ...(place && { location_id: place.id }) }),
    onSuccess: (content, wanted) =>
      saveFile(
        content,
        wanted === 'ade' ? `icar-ade ${from} ${until}.json` : `${t(`books.titles.${book}`)} ${from} ${until}.${wanted}`,
      ),
    // It is shown above the buttons.
    onError: () => undefined,
    onSettled: () => queries.invalidateQueries({ queryKey: api.documents.key }),
  })
  const isReady = from !== '' && until !== '' && !reading.isPending
  const isMaking = (wanted: Wanted) => reading.isPending && reading.variables === wanted
  return (
    <>
      <PageHeader title={t('books.title')} isColumn back={{ to: '/animals', text: t('animals.title') }} />
      <p className={styles.text}>{t('books.text')}</p>
      <div className={styles.form}>
        <Radio.Group label={t('books.book')} value={book} onChange={value => setBook(value as BookKind)}>
          <Stack gap={4}>
            {bookKinds.map(kind => (
              <Radio key={kind} className={styles.option} value={kind} label={t(`books.titles.${kind}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <div className={styles.days}>
          <DateField label={t('books.from')} value={from} max={until} onChange={setFrom} />
          <DateField label={t('books.until')} value={until} min={from} onChange={setUntil} />
        </div>
        {can('read', 'Location') && (
          <SearchSelect
            label={t('books.place')}
            placeholder={t('books.everywhere')}
            chosen={place}
            onChange={setPlace}
            find={api.locations.list.query}
          />
        )}
        {reading.error && (
          <Notice kind="stop">
            <ProblemText error={reading.error} />
          </Notice>
        )}
        <div className={styles.buttons}>
          <Button
            size="md"
            leftSection={<IconFileTypePdf size={20} />}
            loading={isMaking('pdf')}
            disabled={!isReady}
            onClick={() => reading.mutate('pdf')}
          >
            {t('books.pdf')}
          </Button>
          <Button
            size="md"
            variant="default"
            leftSection={<IconTable size={20} />}
            loading={isMaking('xlsx')}
            disabled={!isReady}
            onClick={() => reading.mutate('xlsx')}
          >
            {t('books.xlsx')}
          </Button>
          <Button
            size="md"
            variant="default"
            leftSection={<IconFileTypeCsv size={20} />}
            loading={isMaking('csv')}
            disabled={!isReady}
            onClick={() => reading.mutate('csv')}
          >
            {t('books.csv')}
          </Button>
          <Button
            size="md"
            variant="default"
            className={styles.wordy}
            leftSection={<IconJson size={20} />}
            loading={isMaking('ade')}
            disabled={!isReady}
            onClick={() => reading.mutate('ade')}
          >
            {t('books.ade')}
          </Button>
        </div>
      </div>
      {can('create', 'AnimalEvent') && <MovementsIn />}
      <OwnPdfs kind="book" />
    </>
  )
}
