/** What a shared page shows, by the kind of what is shared. */
import type { GuideBody } from '#shared/guides/contract.ts'
import { storedPathsIn } from '#shared/guides/guideText.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { ReadableKind } from '#shared/shares/rules.ts'
import type { SharedPage } from '#shared/shares/sharedPage.ts'
import { ownPaths, presentGuide } from '../../guides/queries.ts'
import type { Context } from '../../lib/context.ts'
import { sharedAddress } from '../../lib/files/sharedAddress.ts'
import { submissionInWords } from '../../submissions/document/pdf.ts'
import { reportData } from '../data.ts'
import { accessReport, presentReport } from '../queries.ts'
import type { Thing } from './things.ts'

type Content<Kind extends ReadableKind> = Extract<SharedPage['content'], { kind: Kind }>
type Share = { id: number }

/** The content for whoever holds the link; the reader has its sharer's rights, and may read the thing. */
export function shownOf(reader: Context, thing: Thing, share: Share): Promise<SharedPage['content']> {
  switch (thing.kind) {
    case 'report':
      return reportOf(reader, thing)
    case 'guide':
      return guideOf(reader, thing, share)
    case 'submission':
      return submissionOf(reader, thing, share)
  }
}

async function reportOf(reader: Context, { id }: Thing): Promise<Content<'report'>> {
  const row = await accessReport(reader, id, 'read')
  const [report, data] = [await presentReport(reader, row), await reportData(reader, row)]
  // Photos come with the PDF.
  return { kind: 'report', report, data: { ...data, photos: null } }
}

async function guideOf(reader: Context, thing: Thing, share: Share): Promise<Content<'guide'>> {
  const { published, category } = await presentGuide(reader, thing)
  if (!published) throw new Problem('not_found')
  const { content, number, published_at } = published
  const paths = await ownPaths(reader, thing, pathsIn(content.body))
  return {
    kind: 'guide',
    ...{ category, version: number, published_at, content },
    files: Object.fromEntries(paths.map(path => [path, addressOf(reader, share, path)])),
  }
}

const pathsIn = (body: GuideBody): string[] => [...new Set(Object.values(body).flatMap(text => storedPathsIn(text)))]

async function submissionOf(reader: Context, { id }: Thing, share: Share): Promise<Content<'submission'>> {
  const { document, pictures } = await submissionInWords(reader, id)
  const { form, person, completedAt, subjects, score, subjectStatus, findings, sections } = document
  const addressOfPicture = ({ name }: { name: string }) => {
    const path = pictures[name]
    return path === undefined ? null : addressOf(reader, share, path)
  }
  return {
    kind: 'submission',
    ...{ id, form, person, completed_at: completedAt, subjects, findings },
    score: score && {
      ...{ percent: score.percentText, band: score.band, band_label: score.bandLabel, points: score.points },
      ...(score.failed !== undefined && { failed: score.failed }),
    },
    status: subjectStatus ?? null,
    sections: sections.map(({ answers, ...section }) => ({
      ...section,
      answers: answers.map(({ pictures: shown = [], ...answer }) => ({
        ...answer,
        pictures: shown.map(addressOfPicture),
        captions: shown.map(({ caption = '' }) => caption),
      })),
    })),
  }
}

const addressOf = ({ services, now }: Context, { id }: Share, path: string): string =>
  sharedAddress(services, id, path, now)
