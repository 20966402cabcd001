import type { FileReference } from '#shared/forms/answers.ts'
import { mostFiles } from '#shared/forms/files.ts'
import type { FileQuestion, PhotoQuestion } from '#shared/forms/questions.ts'
import type { PhotoRow } from '../../lib/offline/entry.ts'
import { useAnswer, useDraft } from '../DraftContext.tsx'
import { PhotoButton } from '../PhotoButton.tsx'
import { PhotoStrip } from '../PhotoStrip.tsx'

/** Photos as the answer itself; for a file, pictures that the device has already. */
export function PhotoAnswer({ question }: { question: PhotoQuestion | FileQuestion }) {
  const draft = useDraft()
  const photos = photosOf(useAnswer(question.id).value)
  const change = (to: (photos: FileReference[]) => FileReference[], photo?: PhotoRow) => {
    const next = to(photosOf(draft.rowOf(question.id)?.answer.value))
    draft.setValue(question, next.length > 0 ? next : undefined, { ...(photo && { photo }) })
  }
  return (
    <>
      <PhotoStrip photos={photos} onChange={change} />
      {photos.length < mostFiles && <PhotoButton question={question} isMain onChange={change} />}
    </>
  )
}

const photosOf = (value: unknown): FileReference[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'object') : []
