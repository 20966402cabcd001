import type { documents, PrintedDocument } from '#shared/documents/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { api } from '../api.ts'
import { RequestError } from '../lib/requestError.ts'

/** The document as the call takes it. */
export type WantedPdf = InputOf<typeof documents.begin>
type Steps = Pick<PrintedDocument, 'done' | 'total'>

const betweenLooks = 400

/** Asks for it and waits until it is made, or came to nothing. */
async function ended(wanted: WantedPdf, tell: (steps: Steps) => void): Promise<PrintedDocument> {
  let made = await api.documents.begin(wanted)
  while (made.state === 'waiting' || made.state === 'working') {
    tell(made)
    await new Promise(resolve => setTimeout(resolve, betweenLooks))
    made = await api.documents.get({ id: made.id })
  }
  return made
}

/**
 * Has a PDF made and brings it; `tell` hears how far it is. What was made of the same before comes at once.
 * Throws a `RequestError`, also where it came to nothing.
 */
export async function makePdf(
  wanted: WantedPdf,
  tell: (steps: Steps) => void,
): Promise<{ content: Blob; filename: string }> {
  let made = await ended(wanted, tell)
  // It may have been asked for right before another release came, which prints other data: then it is asked for again.
  if (made.state === 'failed') made = await ended(wanted, tell)
  if (made.state === 'failed') throw new RequestError({ status: 500, code: 'internal' })
  return { content: await api.documents.fetch({ id: made.id }), filename: made.filename }
}

/**
 * Makes a PDF as `makePdf` does, but throws `characters_missing` before it is made where some characters cannot be
 * printed. `isTold` keeps that it was said: asked again, the PDF is made with a box for each of them.
 */
export async function makeOrTell(isTold: { current: boolean }, wanted: WantedPdf, tell: (steps: Steps) => void) {
  try {
    return await makePdf({ ...wanted, ...(!isTold.current && { refuse_missing_characters: true }) }, tell)
  } catch (error) {
    isTold.current ||= error instanceof RequestError && error.code === 'characters_missing'
    throw error
  }
}
