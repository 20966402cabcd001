import { ActionIcon, Button, Textarea } from '@mantine/core'
import { IconCamera, IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '../../answers/photos/AddButton.tsx'
import styles from '../../answers/photos/PhotoStrip.module.css'
import { releaseUrl } from '../../lib/objectUrl.ts'
import { useUser } from '../../lib/session/session.ts'
import { useAction } from '../../lib/useAction.ts'
import { Drawer } from '../../ui/floatingParts.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PhotoThumb } from '../../ui/PhotoThumb.tsx'
import sheet from '../../ui/SideSheet.module.css'
import { tellDone, tellProblem } from '../../ui/toast.tsx'
import { findReportForm, isShort, QuickReport } from './quickReport.ts'

/** Photos beside one report. */
const maxPhotos = 5
const pauseMs = 500

/**
 * Reports something without a form: a photo, a few words, done. The words are a draft of the company's form for reports
 * from the first pause on, so they are there again after the sheet was closed.
 */
export function ReportSheet({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [words, setWords] = useState('')
  const { report, isMissing } = useReport()
  const photos = usePhotos(report)
  useEffect(() => setOpened(true), [])
  useEffect(() => {
    if (!report) return
    report.words = words
    const timer = setTimeout(() => void report.keep().catch(tellProblem), pauseMs)
    return () => clearTimeout(timer)
  }, [report, words])

  const { run: send, isBusy } = useAction(async () => {
    if (!report) return
    try {
      report.words = words
      await report.send()
      void tellDone(t(navigator.onLine ? 'filling.report.done' : 'filling.report.kept'))
      setOpened(false)
    } catch (error) {
      void tellProblem(error)
    }
  })

  return (
    <Drawer
      opened={opened}
      onClose={() => {
        void report?.keep().catch(() => undefined)
        setOpened(false)
      }}
      onExitTransitionEnd={onClosed}
      position="bottom"
      title={t('filling.report.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{
        content: sheet.reasonDrawerContent,
        title: sheet.reasonDrawerTitle,
        body: sheet.reasonDrawerBody,
      }}
    >
      {isMissing ? (
        <Notice kind="attention">{t('filling.report.missing')}</Notice>
      ) : (
        <form
          className={sheet.choices}
          onSubmit={event => {
            event.preventDefault()
            void send()
          }}
        >
          <Photos photos={photos} />
          <Textarea
            label={t('filling.report.words')}
            maxLength={2_000}
            autosize
            minRows={2}
            maxRows={6}
            required
            value={words}
            onChange={event => setWords(event.currentTarget.value)}
          />
          <Button type="submit" size="lg" loading={isBusy} disabled={!report || !words.trim() || photos.isBusy}>
            {t('filling.report.send')}
          </Button>
        </form>
      )}
    </Drawer>
  )
}

/** The report that this sheet writes. Where the company's form asks for more, that is opened in its place. */
function useReport(): { report: QuickReport | undefined; isMissing: boolean } {
  const { id, company_id } = useUser() ?? {}
  const navigate = useNavigate()
  const [found, setFound] = useState<{ report: QuickReport | undefined; isMissing: boolean }>({
    report: undefined,
    isMissing: false,
  })
  useEffect(() => {
    if (!id || !company_id) return
    let isOver = false
    findReportForm({ id, company_id })
      .catch(() => undefined)
      .then(form => {
        if (isOver) return
        if (!form) setFound({ report: undefined, isMissing: true })
        else if (isShort(form)) setFound({ report: new QuickReport({ id, company_id }, form), isMissing: false })
        else void navigate({ href: `/submission/filling/new?form=${form.form_id}` })
      })
    return () => {
      isOver = true
    }
  }, [id, company_id, navigate])
  return found
}

type Shown = { uuid: string; url: string }
type PhotosOf = ReturnType<typeof usePhotos>

/** The photos of a report, each with an address to be shown at. */
function usePhotos(report: QuickReport | undefined) {
  const [taken, setTaken] = useState<readonly Shown[]>([])
  const [isUnreadable, setUnreadable] = useState(false)
  const urls = useRef(new Map<string, string>())
  useEffect(() => {
    const { current } = urls
    return () => {
      for (const url of current.values()) releaseUrl(url)
      current.clear()
    }
  }, [])
  const { run: add, isBusy } = useAction(async (files: readonly File[]) => {
    if (!report) return
    setUnreadable(false)
    for (const file of files.slice(0, maxPhotos - taken.length))
      await report.add(file).then(
        ({ uuid, bytes, content_type: type }) => {
          const url = URL.createObjectURL(new Blob([bytes ?? new ArrayBuffer()], { type }))
          urls.current.set(uuid, url)
          setTaken(now => [...now, { uuid, url }])
        },
        () => setUnreadable(true),
      )
  })
  return {
    ...{ taken, isBusy, isUnreadable, isReady: report !== undefined, add },
    remove(uuid: string) {
      report?.remove(uuid)
      setTaken(now => now.filter(photo => photo.uuid !== uuid))
    },
  }
}

function Photos({ photos: { taken, isBusy, isUnreadable, isReady, add, remove } }: { photos: PhotosOf }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  return (
    <>
      {taken.length > 0 && (
        <ul className={styles.strip}>
          {taken.map(({ uuid, url }, index) => (
            <li key={uuid} className={styles.photo}>
              <PhotoThumb src={url} alt={t('filling.photoNumber', { number: index + 1 })} size={88} />
              <ActionIcon
                variant="filled"
                color="dark"
                radius="xl"
                className={styles.remove}
                aria-label={t('filling.removePhoto', { number: index + 1 })}
                onClick={() => remove(uuid)}
              >
                <IconX size={18} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={event => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          void add(files)
        }}
      />
      {taken.length < maxPhotos && (
        <AddButton
          icon={IconCamera}
          isWide
          isBusy={isBusy || !isReady}
          describedBy={isUnreadable ? problemId : undefined}
          onClick={() => input.current?.click()}
        >
          {t('filling.photo')}
        </AddButton>
      )}
      {isUnreadable && (
        <div id={problemId}>
          <Notice kind="attention">{t('filling.unreadablePhoto')}</Notice>
        </div>
      )}
    </>
  )
}
