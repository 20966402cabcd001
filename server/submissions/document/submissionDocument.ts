/**
 * The data of `submission.typ`. Texts, numbers and dates are ready in the reader's language: the template only
 * arranges.
 */
import { type Template, templateAt } from '../../lib/pdf/template.ts'

/** The words around the data, handed in by the caller. */
export const SUBMISSION_LABELS = [
  'title', // the kind of document: "Submission"
  'submitted_by',
  'completed_at',
  'form_version',
  'subjects',
  'written_in', // names a language: "Language"
  'score', // names the ring: "Score"
  'points', // names `score.points`: "Points"
  'critical_failed', // heads the findings: "Failed critical answers"
  'task', // names the task that came of a finding: "Task"
  'not_answered',
  'note', // names a person's remark on an answer
  'picture', // numbers a picture that has no caption: "Photo {number}"
  'picture_missing', // stands where a picture cannot be shown
  'generated', // before `generatedAt`: "Created"
  'page', // "Page {page} of {pages}"
] as const

type SubmissionLabel = (typeof SUBMISSION_LABELS)[number]

/** The words around the data, in the reader's language. */
export const labelsIn = (t: (key: string) => string): Record<SubmissionLabel, string> =>
  Object.fromEntries(SUBMISSION_LABELS.map(label => [label, t(`submissions.pdf.${label}`)])) as Record<
    SubmissionLabel,
    string
  >

/** The status of an answer, printed as icon and colour beside the text. */
export type AnswerTone = 'ok' | 'attention' | 'stop'

/** A picture under an answer; `name` is its key in the pictures handed to `renderPdf`. */
export type DocumentPicture = {
  name: string
  caption?: string
  /** When and where it was taken, under the caption. */
  about?: string
}

export type DocumentAnswer = {
  question: string
  hint?: string
  /** The question as its person read it, where that was another language, with the name of it. */
  original?: string
  /** Which language a question is in, where it is in no other. */
  language?: string
  /** null prints the label `not_answered`. */
  answer: string | null
  /** The choices as their person read them. */
  answerOriginal?: string
  /** In which language it was typed, where that is another one. */
  answerLanguage?: string
  tone?: AnswerTone
  pictures?: DocumentPicture[]
  note?: string
  noteLanguage?: string
  /** Its corrective task. */
  task?: string
  /** A heading instead of an answer: of a group or repeat (0), a row (1), within a row (2). */
  heading?: number
}

export type DocumentSection = {
  title: string
  original?: string
  language?: string
  score?: string
  answers: DocumentAnswer[]
}

/** A failed critical answer with its corrective task. */
export type DocumentFinding = { question: string; answer: string; task?: string }

export type DocumentScore = {
  /** How much of the ring is drawn, 0 to 100; null draws no ring. */
  percent: number | null
  /** The same in the reader's language: "82 %". */
  percentText: string
  band: 'good' | 'attention' | 'act' | null
  bandLabel: string
  /** Said instead of the ring where critical answers failed: "Failed: 1 critical answer". */
  failed?: string
  /** "41 / 50" */
  points: string
}

export type SubmissionDocument = {
  language: 'en' | 'hu' | 'de' | 'fr' | 'ar'
  direction: 'ltr' | 'rtl'
  labels: Record<SubmissionLabel, string>
  company: { name: string }
  /** `note` is in the footer of every page ("not a certified protocol"), its first 600 characters. */
  form: { name: string; version: number; note?: string; original?: string; language?: string }
  /** The name of the language in which it was filled in, where that is another one. */
  writtenIn?: string
  person: string
  completedAt: string
  generatedAt: string
  subjects: string[]
  score: DocumentScore | null
  /** The state in which the form leaves what it is about; absent where it says nothing. */
  subjectStatus?: { label: string; words: string; tone: AnswerTone }
  findings: DocumentFinding[]
  sections: DocumentSection[]
}

export const submissionTemplate: Template<SubmissionDocument> = templateAt(new URL('./submission.typ', import.meta.url))
