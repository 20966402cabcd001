/** A submission as the printed document of one reader: everything in words, in their language and their time. */
import type { Answer } from '#shared/forms/answers.ts'
import { withChoices } from '#shared/forms/choiceSets.ts'
import type { Section } from '#shared/forms/definition.ts'
import { questionsOnce } from '#shared/forms/elements.ts'
import { filesOf } from '#shared/forms/files.ts'
import { judge } from '#shared/forms/judge.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { Score } from '#shared/forms/score.ts'
import { directionOf } from '#shared/lib/language.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { answerInWords, failedCritical, type Words } from '#shared/submissions/words.ts'
import {
  type AnswerTone,
  type DocumentAnswer,
  type DocumentFinding,
  type DocumentScore,
  type DocumentSection,
  SUBMISSION_LABELS,
  type SubmissionDocument,
} from '../lib/pdf/submission.ts'

/** What is printed. Its pictures are named by the uuids of the submission's files. */
export function documentOf(
  submission: SubmissionDetail,
  words: Words,
  { companyName, now }: { companyName: string; now: Date },
): SubmissionDocument {
  const { definition, score, completed_at } = submission
  const { locale, t, formats, read } = words
  const note = read(definition.footer)
  return {
    language: locale,
    direction: directionOf(locale),
    labels: Object.fromEntries(
      SUBMISSION_LABELS.map(label => [label, t(`submissions.pdf.${label}`)]),
    ) as SubmissionDocument['labels'],
    company: { name: companyName },
    form: { name: read(submission.form_name), version: submission.version, ...(note && { note }) },
    person: submission.user_name,
    completedAt: completed_at ? formats.dateTime(completed_at) : t('submissions.pdf.draft'),
    generatedAt: formats.dateTime(now),
    subjects: submission.subjects.map(({ name }) => name),
    score: score && printedScore(score, words),
    findings: findingsOf(submission, words),
    sections: withChoices(definition).sections.map(section => printedSection(section, submission, words)),
  }
}

/** Null for a form in which nothing counts. */
function printedScore({ percent, band, points, max }: Score, { t, formats }: Words): DocumentScore | null {
  if (percent === null && band === null) return null
  return {
    percent,
    percentText: percent === null ? '' : formats.percent(percent / 100, 1),
    band,
    bandLabel: band ? t(`submissions.pdf.${band}`) : '',
    points: `${formats.number(points)} / ${formats.number(max)}`,
  }
}

function findingsOf({ definition, answers, score, tasks }: SubmissionDetail, words: Words): DocumentFinding[] {
  return failedCritical(definition, score).map(question => {
    const task = tasks.find(({ question_id }) => question_id === question.id)
    return {
      question: words.read(question.label),
      answer: answerInWords(question, answers[question.id], words) ?? '',
      ...(task && { task: task.title }),
    }
  })
}

function printedSection(section: Section, { answers, score }: SubmissionDetail, words: Words): DocumentSection {
  const percent = score?.sections.find(({ id }) => id === section.id)?.percent ?? null
  return {
    title: words.read(section.title),
    ...(percent !== null && { score: words.formats.percent(percent / 100, 1) }),
    answers: questionsOnce(section.questions).map(question => printedAnswer(question, answers[question.id], words)),
  }
}

function printedAnswer(question: Question, answer: Answer | undefined, words: Words): DocumentAnswer {
  const hint = [question.hint, question.source].map(words.read).filter(Boolean).join(' · ')
  const tone = toneOf(question, answer)
  const pictures = answer ? filesOf({ [question.id]: answer }).map(name => ({ name })) : []
  return {
    question: words.read(question.label),
    answer: answerInWords(question, answer, words),
    ...(hint && { hint }),
    ...(tone && { tone }),
    ...(pictures.length > 0 && { pictures }),
    ...(answer?.note && { note: answer.note }),
  }
}

/** Only answers that say how good things are have one. */
function toneOf(question: Question, answer: Answer | undefined): AnswerTone | undefined {
  const { counts, failed } = judge(question, answer)
  if (failed) return 'critical' in question && question.critical ? 'stop' : 'attention'
  return counts ? 'ok' : undefined
}
