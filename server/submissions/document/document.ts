/** A submission as the printed document of one reader: everything in words, in their language and their time. */
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answer } from '#shared/forms/answers/answers.ts'
import type { Section } from '#shared/forms/definition.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { Question } from '#shared/forms/questions.ts'
import { scoreAnswer } from '#shared/forms/scoreAnswer.ts'
import { criticalFailedIn, criticalFailedOf, shownPercent } from '#shared/forms/scoring/criticalFailed.ts'
import type { Band, Score } from '#shared/forms/scoring/score.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { directionOf } from '#shared/lib/language.ts'
import { nameIn } from '#shared/lib/localizedText.ts'
import { titleIn } from '#shared/lib/taskFields.ts'
import type { SubmissionDetail, SubmissionFile } from '#shared/submissions/contract.ts'
import { type Formatter, formatAnswer } from '#shared/submissions/formatter.ts'
import { formatSize, givenFiles } from '#shared/submissions/givenFiles.ts'
import {
  askedKeysOf,
  criticalAnswers,
  type ReportAnswer,
  type ReportItem,
  reportOf,
} from '#shared/submissions/report.ts'
import { submitterOf } from '#shared/submissions/rules.ts'
import { momentSaid, type Originals, originalOf, originalsOf, printedPictures } from './pictures.ts'
import {
  type AnswerTone,
  type DocumentAnswer,
  type DocumentFinding,
  type DocumentScore,
  type DocumentSection,
  labelsIn,
  type SubmissionDocument,
} from './submissionDocument.ts'

/** `received` says when each file came, `originals` how its person read the form. */
type Around = { companyName: string; now: Date; received: ReadonlyMap<string, Date>; originals: Originals }
type Printing = Around & { submission: SubmissionDetail; state: FormState; words: Formatter }

/** Builds the printed document of an evaluated submission. Its pictures are named by the uuids of the files. */
export function documentOf(
  submission: SubmissionDetail,
  state: FormState,
  words: Formatter,
  { companyName, now, received, originals }: Around,
): SubmissionDocument {
  const { definition, score, completed_at } = submission
  const { locale, t, formats, read } = words
  const note = plainText(read(definition.footer))
  const { writtenIn } = originals
  const printing = { ...{ submission, state, words }, ...{ companyName, now, received, originals } }
  return {
    language: locale,
    direction: directionOf(locale),
    labels: labelsIn(t),
    company: { name: companyName },
    form: {
      ...{ name: read(submission.form_name), version: submission.version, ...(note && { note }) },
      ...originalOf(originals.formName, originals, words),
    },
    ...(writtenIn && writtenIn !== locale && { writtenIn: nameIn(locale, writtenIn) }),
    person: [submitterOf(submission, t), submission.contact?.replace(/\s+/g, ' ')].filter(Boolean).join(' · '),
    completedAt: completed_at ? momentSaid(submission, words)(completed_at) : t('submissions.pdf.draft'),
    generatedAt: formats.dateTime(now),
    subjects: submission.subjects.map(({ name }) => name),
    score: score && printedScore(score, words),
    ...(score?.subject_status && {
      subjectStatus: {
        label: t('submissions.subjectStatus'),
        words: t(`submissions.subjectStates.${score.subject_status}`),
        tone: score.subject_status,
      },
    }),
    findings: findingsOf(submission, state, words),
    sections: [
      ...definition.sections.flatMap(section => printedSection(section, printing)),
      ...otherTasks(submission, state, words),
    ],
  }
}

/** Null for a form in which nothing counts. */
function printedScore(score: Score, { t, formats }: Formatter): DocumentScore | null {
  const { band, points, max } = score
  const failed = criticalFailedIn(score)
  const percent = shownPercent(score.percent, failed)
  if (percent === null && band === null && failed === 0) return null
  return {
    ...(failed > 0 && { failed: t('submissions.failedCritical', { count: failed }) }),
    percent,
    percentText: percent === null ? '' : formats.percent(percent / 100, 1),
    band,
    bandLabel: band ? t(`submissions.pdf.${band}`) : '',
    points: max > 0 ? `${formats.number(points)} / ${formats.number(max)}` : '',
  }
}

function findingsOf({ score, tasks }: SubmissionDetail, state: FormState, words: Formatter): DocumentFinding[] {
  return criticalAnswers(state, score, words).map(({ key, label, question, answer }) => {
    const task = tasks.find(({ question_id }) => question_id === key)
    return {
      question: label,
      answer: formatAnswer(question, answer, words) ?? '',
      ...(task && { task: taskText(task, words) }),
    }
  })
}

type OpenedTask = SubmissionDetail['tasks'][number]

/** How far a task and its finding are, as the screen says it; without the clock, so that equal documents stay equal. */
const stageText = ({ stage, closed_how: ended }: OpenedTask, { t }: Formatter): string => {
  if (ended) return t(`findings.ends.${ended}`)
  return t(stage === 'done' ? 'findings.toBeRechecked' : 'submissions.taskStates.open')
}

const taskText = (task: OpenedTask, words: Formatter) =>
  `${isolated(titleIn(task, words.locale))} · ${stageText(task, words)}`

/** Tasks of no single answer have a section of their own. */
function otherTasks({ tasks }: SubmissionDetail, state: FormState, words: Formatter): DocumentSection[] {
  const others = tasks.filter(({ question_id }) => !state.form.byId.has(keyParts(question_id).question_id))
  if (others.length === 0) return []
  const answers = others.map(task => ({
    question: titleIn(task, words.locale),
    answer: [task.assignee, stageText(task, words)].filter(Boolean).join(' · '),
  }))
  return [{ title: words.t('submissions.otherTasks'), answers }]
}

/** Nothing for a section that was not asked. */
function printedSection(section: Section, printing: Printing): DocumentSection[] {
  const { submission, state, words, originals } = printing
  const { score } = submission
  const { percent = null, passed = null } = score?.sections.find(({ id }) => id === section.id) ?? {}
  const itemsFor = (reader: Formatter) => reportOf(section, state, score, reader, askedKeysOf(submission))
  const items = itemsFor(words)
  if (items.length === 0) return []
  const asked = new Map(itemsFor(originals.words).map(item => [item.key, item]))
  const failed = score ? criticalFailedOf(section, score) : 0
  const shown = shownPercent(percent, failed)
  const said = [
    failed > 0 && words.t('submissions.failedCritical', { count: failed }),
    shown !== null && words.formats.percent(shown / 100, 1),
    passed !== null && words.t(passed ? 'submissions.passed' : 'submissions.notPassed'),
  ].filter(Boolean)
  return [
    {
      title: plainText(words.read(section.title)),
      ...originalOf(section.title, originals, words),
      ...(said.length > 0 && { score: said.join(' · ') }),
      answers: items.map(item => printedItem(item, asked.get(item.key), printing)),
    },
  ]
}

function printedItem(item: ReportItem, asked: ReportItem | undefined, printing: Printing): DocumentAnswer {
  switch (item.kind) {
    case 'heading':
      return { question: item.text, answer: '', heading: Math.min(item.depth, 2) }
    case 'measure':
      return { question: item.label, answer: item.said, ...(item.band && { tone: bandTones[item.band] }) }
    case 'answer':
      return printedAnswer(item, asked, printing)
  }
}

const bandTones: Record<Band, AnswerTone> = { good: 'ok', attention: 'attention', act: 'stop' }

function printedAnswer(item: ReportAnswer, asked: ReportItem | undefined, printing: Printing): DocumentAnswer {
  const { submission, state, words, originals } = printing
  const { key, question, label, answer } = item
  const hint = [question.hint, question.source].map(words.read).filter(Boolean).map(plainText).join(' · ')
  const tone = toneOf(question, answer)
  const { others } = givenFiles(answer, submission.files)
  const pictures = printedPictures(item, new Set(others.map(({ uuid }) => uuid)), printing, state, words)
  const task = tone === 'stop' ? undefined : submission.tasks.find(({ question_id }) => question_id === key)
  return {
    question: label,
    answer: others.length > 0 ? formatFiles(others, words) : formatAnswer(question, answer, words),
    ...originalsOf(item, asked, originals, words),
    ...(hint && { hint }),
    ...(tone && { tone }),
    ...(pictures.length > 0 && { pictures }),
    ...(answer?.note && { note: answer.note }),
    ...(task && { task: taskText(task, words) }),
  }
}

const formatFiles = (files: SubmissionFile[], { formats }: Formatter) =>
  files.map(({ name, size }) => `${isolated(name)} (${isolated(formatSize(size, formats))})`).join('\n')

/** Keeps its own direction among words of another one. */
const isolated = (words: string) => `\u2068${words}\u2069`

/** Only answers that say how good things are have one. */
function toneOf(question: Question, answer: Answer | undefined): AnswerTone | undefined {
  const { counts, failed } = scoreAnswer(question, answer)
  if (failed) return 'critical' in question && question.critical ? 'stop' : 'attention'
  return counts ? 'ok' : undefined
}
