/** PDFs of a pack, drawn as those of submissions are. */
import { setTimeout as wait } from 'node:timers/promises'
import { directionOf } from '#shared/lib/language.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { PassRecordDetail } from '#shared/passes/passPage.ts'
import type { PassKind } from '#shared/passes/rules.ts'
import { heavyWork } from '../../lib/concurrency/heavyWork.ts'
import { ifMissing } from '../../lib/files/storage.ts'
import { PdfRenderError, renderPdf } from '../../lib/pdf/render.ts'
import { pdfSeal } from '../../sealing/queries.ts'
import { type RecordDocument, recordLabels, recordTemplate } from '../../submissions/document/pdf.ts'
import type { Reading } from '../reading.ts'
import type { PackedFile } from './packing.ts'

/** Bytes of the pictures in one document; further ones are in the pack alone. */
const maxPictures = 20_000_000
/** A document that waits for others is asked for again. */
const waits = { tries: 10, milliseconds: 3_000 }

type DocumentSection = RecordDocument['sections'][number]
type DocumentAnswer = DocumentSection['answers'][number]
type DocumentPicture = NonNullable<DocumentAnswer['pictures']>[number]

type Frame = Pick<RecordDocument, 'language' | 'direction' | 'labels' | 'company' | 'generatedAt'>

/** The same in all documents of a pack. */
export function frameOf({ t, locale, formats, open, now }: Reading, title: string): Frame {
  return {
    ...{ language: locale, direction: directionOf(locale), company: { name: open.company.name } },
    labels: { ...recordLabels(t), title },
    generatedAt: formats.dateTime(now),
  }
}

/** A record on paper: what it says, then where it comes from. `sha256` is that of its JSON. */
export function documentOf(reading: Reading, detail: PassRecordDetail, sha256: string): RecordDocument {
  const { t } = reading
  const { kind, title, person, subjects, submission } = detail
  const frame = frameOf(reading, t(`passes.kinds.${kind}`))
  const custody = { title: t('passes.visit.custody'), answers: custodyOf(reading, detail, sha256) }
  if (!submission)
    return {
      ...frame,
      labels: {
        ...frame.labels,
        submitted_by: t(labelOf[kind] ?? 'passes.facts.writtenBy'),
        completed_at: t('passes.pack.columns.at'),
      },
      ...{
        form: { name: title },
        person: person || '–',
        completedAt: momentOf(reading, detail.at),
        subjects,
        score: null,
      },
      findings: [],
      sections: [{ title: t('passes.pack.content'), answers: factsOf(reading, detail) }, custody],
    }
  const { form, score, status, findings, sections } = submission
  return {
    ...{ ...frame, form, person: submission.person, completedAt: submission.completed_at, subjects },
    score: score && {
      ...{ percent: null, percentText: score.percent, band: score.band, bandLabel: score.band_label },
      // Without a ring the percentage is beside the points, where the template does not say it itself.
      points: score.failed === undefined ? [score.points, score.percent].filter(Boolean).join(' · ') : score.points,
      ...(score.failed !== undefined && { failed: score.failed }),
    },
    ...(status && { subjectStatus: status }),
    findings: findings.map(({ question, answer, task }) => ({ question, answer, ...(task !== undefined && { task }) })),
    sections: [...sections.map(sectionOf), custody],
  }
}

const labelOf: Partial<Record<PassKind, string>> = { finding: 'passes.facts.foundBy' }

type SharedSection = NonNullable<PassRecordDetail['submission']>['sections'][number]

const sectionOf = ({ title, score, answers }: SharedSection): DocumentSection => ({
  ...{ title, ...(score !== undefined && { score }) },
  answers: answers.map(({ question, answer, hint, tone, note, task, heading, pictures, captions }) => ({
    ...{ question, answer, ...(hint !== undefined && { hint }), ...(tone && { tone }) },
    ...{ ...(note !== undefined && { note }), ...(task !== undefined && { task }) },
    ...(heading !== undefined && { heading }),
    ...(pictures.length > 0 && { pictures: picturesOf(pictures, captions) }),
  })),
})

const picturesOf = (names: (string | null)[], captions: string[]): DocumentPicture[] =>
  names.map((name, index) => ({ name: name ?? '', ...(captions[index] && { caption: captions[index] }) }))

function factsOf({ t }: Reading, { facts, photos, state }: PassRecordDetail): DocumentAnswer[] {
  return [
    ...(state ? [{ question: t('passes.pack.columns.state'), answer: state }] : []),
    ...facts.map(({ label, value }) => ({ question: label, answer: value })),
    ...(photos.length > 0
      ? [
          {
            ...{ question: t('passes.visit.photos'), answer: '' },
            pictures: picturesOf(
              photos.map(({ address }) => address),
              photos.map(({ caption }) => caption),
            ),
          },
        ]
      : []),
  ]
}

function custodyOf(reading: Reading, detail: PassRecordDetail, sha256: string): DocumentAnswer[] {
  const { t, formats } = reading
  const { submission, facts, seal, versions, views } = detail
  const said = (question: string, answer: string) => ({ question, answer })
  return [
    ...(submission ? facts.map(({ label, value }) => said(label, value)) : []),
    ...(seal
      ? [
          said(t('passes.visit.link'), formats.number(seal.position)),
          said(t('passes.visit.hash'), seal.hash),
          said(t('passes.visit.previousHash'), seal.previous),
        ]
      : []),
    ...versions.map(({ number, at, person, score, reason }) =>
      said(
        t('passes.visit.version', { number: formats.number(number) }),
        [formats.dateTime(new Date(at)), person, score, reason ?? t('passes.visit.completed')]
          .filter(part => part !== null && part !== '')
          .map(isolated)
          .join(' · '),
      ),
    ),
    said(
      t('passes.visit.views'),
      views.map(({ at }) => formats.dateTime(new Date(at))).join('\n') || t('passes.visit.neverViewed'),
    ),
    said(t('passes.pack.recordHash'), sha256),
  ]
}

/** Reads in its own direction: "Worker 7K3Q · 50 %" would change places where the rest goes from the right. */
export const isolated = (words: string | null): string => `\u2068${words}\u2069`

const momentOf = ({ formats }: Reading, at: string): string =>
  at.length > 10 ? formats.dateTime(new Date(at)) : formats.day(at, { dateStyle: 'medium' })

/** The PDF, with those of its pictures that are in the pack; undefined for one that cannot be drawn. */
export async function printed(
  { db, services, locale, companyId, now }: Reading,
  data: RecordDocument,
  files: PackedFile[],
): Promise<Uint8Array | undefined> {
  const seal = await pdfSeal(db, services, { locale })
  const pictures: Record<string, Uint8Array> = {}
  let size = 0
  for (const { path, to } of files) {
    const bytes = await services.storage.read(path).catch(ifMissing)
    if (!bytes || size + bytes.length > maxPictures) continue
    size += bytes.length
    pictures[to] = bytes
  }
  for (let tries = 1; ; tries++)
    try {
      return await heavyWork('document', `company ${companyId}`, () =>
        renderPdf(recordTemplate, data, pictures, seal, now),
      )
    } catch (error) {
      if (error instanceof PdfRenderError && (error.reason === 'failed' || error.reason === 'too_slow')) {
        services.log.warn({ err: error }, 'A PDF of a pack was not drawn')
        return undefined
      }
      if (tries === waits.tries || !isBusy(error)) throw error
      await wait(waits.milliseconds)
    }
}

const isBusy = (error: unknown) =>
  (error instanceof PdfRenderError && (error.reason === 'busy' || error.reason === 'crashed')) ||
  (error instanceof Problem && error.code === 'unavailable')
