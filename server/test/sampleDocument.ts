/** For the tests of this folder: a submission in English, and what any reader gets out of its PDF. */
import { extractTextItems, getDocumentProxy } from 'unpdf'
import { SUBMISSION_LABELS, type SubmissionDocument } from '../submissions/document/submissionDocument.ts'

const labels = Object.fromEntries(SUBMISSION_LABELS.map(label => [label, `<${label}>`])) as SubmissionDocument['labels']

export const sampleSubmission: SubmissionDocument = {
  language: 'en',
  direction: 'ltr',
  labels: { ...labels, picture: 'Photo {number}', page: 'Page {page} of {pages}' },
  company: { name: 'Greenfield Farm' },
  form: { name: 'Dairy cow welfare visit', version: 3, note: 'Not a certified protocol' },
  person: 'Anna Kovács',
  completedAt: '20 November 2026 at 14:32',
  generatedAt: '20 November 2026 at 15:01',
  subjects: ['Barn 2', 'Milking herd'],
  score: { percent: 82, percentText: '82%', band: 'attention', bandLabel: 'Needs attention', points: '41 / 50' },
  findings: [{ question: 'Is there clean water?', answer: 'No water', task: 'Repair the trough' }],
  sections: [
    {
      title: 'Housing',
      score: '18 / 20',
      answers: [
        { question: 'Is the lying area dry?', hint: 'Kneel for twenty seconds', answer: 'Yes', tone: 'ok' },
        { question: 'Ventilation', answer: 'Weak', tone: 'attention', note: 'Fan 3 is loud' },
        { question: 'Anything else?', answer: null },
      ],
    },
  ],
}

/** The sample with these answers only, and no findings. */
export function answering(...answers: SubmissionDocument['sections'][number]['answers']): SubmissionDocument {
  return { ...sampleSubmission, findings: [], sections: [{ title: 'Housing', answers }] }
}

export type ReadPdf = {
  pages: number
  /** All text with single spaces. */
  text: string
  /** Each piece of text with where it starts and ends, in points from the left. */
  pieces: { words: string; left: number; right: number }[]
  /** Metadata and dictionaries are not compressed. */
  source: string
}

export async function readPdf(pdf: Uint8Array): Promise<ReadPdf> {
  const { totalPages, items } = await extractTextItems(await getDocumentProxy(new Uint8Array(pdf)))
  const pieces = items.flat().map(({ str, x, width }) => ({ words: str.normalize('NFC'), left: x, right: x + width }))
  const text = pieces.map(piece => piece.words).join(' ')
  return { pages: totalPages, text: text.replace(/\s+/g, ' '), pieces, source: Buffer.from(pdf).toString('latin1') }
}
