import { maxFiles } from '#shared/forms/answers/answerKey.ts'
import type { FileReference } from '#shared/forms/answers/answers.ts'
import type { PhotoQuestion } from '#shared/forms/questions.ts'
import { useAnswer, useDraft } from '../draft/DraftContext.tsx'
import type { ChangeFiles } from './keepPhoto.ts'
import { PhotoButton } from './PhotoButton.tsx'
import { PhotoStrip } from './PhotoStrip.tsx'

/** Photos as the answer itself. */
export function PhotoAnswer({ question }: { question: PhotoQuestion }) {
  const draft = useDraft()
  const photos = photosOf(useAnswer(question.id).value)
  const change: ChangeFiles = (to, photo) => {
    const next = to(photosOf(draft.rowOf(question.id)?.answer.value))
    draft.setValue(question, next.length > 0 ? next : undefined, { ...(photo && { photo }) })
  }
  return (
    <>
      <PhotoStrip photos={photos} onChange={change} />
      {photos.length < maxFiles && <PhotoButton question={question} isMain onChange={change} />}
    </>
  )
}

const photosOf = (value: unknown): FileReference[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'object') : []
