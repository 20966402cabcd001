import { createContext, type ReactNode, useContext, useState } from 'react'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import type { Formatter } from '#shared/submissions/formatter.ts'
import { captionOf, givenFiles } from '#shared/submissions/givenFiles.ts'
import { askedAt, reportOf } from '#shared/submissions/report.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import type { GalleryPhoto } from './Lightbox.tsx'

const Lightbox = lazyPart(() => import('./Lightbox.tsx').then(part => part.Lightbox))

const Opening = createContext<((uuid: string) => void) | null>(null)

/** Opens a photo among all others of the submission; null outside of one. */
export const useGallery = () => useContext(Opening)

/** Around what shows photos: each opens large, and the others are a key or a swipe away. */
export function Gallery({ photos, children }: { photos: () => GalleryPhoto[]; children: ReactNode }) {
  const [opened, setOpened] = useState<string>()
  return (
    <Opening value={setOpened}>
      {children}
      {opened !== undefined && <Lightbox photos={photos()} first={opened} onClosed={() => setOpened(undefined)} />}
    </Opening>
  )
}

/** All photos of a submission in the order of the form, each once; signatures are none. */
export function galleryPhotos(submission: SubmissionDetail, state: FormState, words: Formatter): GalleryPhoto[] {
  const { subjects, completed_at, definition } = submission
  const places = subjects.filter(({ type }) => type === 'location')
  const where = (places.length > 0 ? places : subjects).map(({ name }) => name)
  const facts = [
    ...(where.length > 0 ? [words.formats.list(where)] : []),
    ...(completed_at ? [words.formats.dateTime(completed_at)] : []),
  ]
  const found = new Map<string, GalleryPhoto>()
  for (const item of definition.sections.flatMap(section => reportOf(section, state, submission.score, words))) {
    if (item.kind !== 'answer' || item.question.type === 'signature') continue
    const question = askedAt(state, item.key, words)?.label ?? item.label
    givenFiles(item.answer, submission.files).pictures.forEach(({ uuid, path, name }, index) => {
      const alt = words.t('submissions.photoOf', { number: words.formats.number(index + 1), question })
      const caption = item.answer && captionOf(item.answer, uuid)
      found.set(uuid, {
        uuid,
        src: `/storage/${path}`,
        name,
        question,
        facts: [...(caption ? [caption] : []), ...facts],
        alt,
      })
    })
  }
  return [...found.values()]
}
