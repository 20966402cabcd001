/** Checks a record of a bundle: its links, their order, and whether its files are the sealed ones. */
import type { SealedRecord, SealKind } from '../contract.ts'
import { checkLink, genesis, type Means, type WholeLink } from '../link.ts'
import type { BundleFault } from './files.ts'
import {
  type BundledKey,
  type BundledRecord,
  type BundledSeal,
  bundleFiles,
  type Files,
  jsonOf,
  type Manifest,
  recordFiles,
} from './files.ts'

export type RecordChecked = {
  record_type: SealedRecord
  record_id: number
  folder: string
  state: BundledRecord['state']
  links: WholeLink[]
  faults: BundleFault[]
  isDecided: boolean
}

export async function checkRecord(
  files: Files,
  manifest: Manifest,
  record: BundledRecord,
  keys: Map<number, BundledKey>,
  means: Means,
): Promise<RecordChecked> {
  const { record_type, record_id, folder, state } = record
  const checked: RecordChecked = { record_type, record_id, folder, state, links: [], faults: [], isDecided: true }
  const known: { seal: string } | undefined = recordFiles[record_type]
  // An unknown kind: the manifest was changed.
  if (!known) return { ...checked, faults: [{ fault: 'manifest', path: bundleFiles.manifest }] }
  const path = `${folder}/${known.seal}`
  try {
    const links = (await jsonOf<BundledSeal>(files, path))?.links ?? []
    checked.links = links
    if (links.length === 0 && state !== 'none') checked.faults.push({ fault: 'changed', path })
    const faultAt = (fault: BundleFault['fault'], { position }: WholeLink) =>
      checked.faults.push({ fault, path, position })
    let before: WholeLink | undefined
    for (const link of links) {
      const { faults, isDecided } = await checkLink(link, keys.get(link.listed_key ?? link.key)?.public_key, means)
      for (const fault of faults) faultAt(fault, link)
      checked.isDecided &&= isDecided
      if (!follows(link, before) || link.record_id !== record_id || link.record_type !== record_type)
        faultAt('order', link)
      before = link
    }
    checked.faults.push(...(await filesFaults(files, manifest, record, links, means)))
  } catch {
    // Of an unexpected shape.
    checked.faults.push({ fault: 'changed', path })
  }
  return checked
}

/** Links of other records may be between two links of this one. */
function follows(link: WholeLink, before: WholeLink | undefined): boolean {
  if (link.position === 1) return link.previous === genesis
  if (!before) return true
  return link.position > before.position && (link.position > before.position + 1 || link.previous === before.hash)
}

type Content = { form_sha256?: string; files: Record<string, { sha256: string }> }

/** Compares the readable files with the sealed copy: the last one of a submission, the printed one of a report. */
async function filesFaults(files: Files, manifest: Manifest, record: BundledRecord, links: WholeLink[], means: Means) {
  const last = links.findLast(({ kind, content }) => versions[record.record_type].includes(kind) && content !== null)
  if (!last?.content) return []
  const sealed = JSON.parse(last.content) as Content
  const sha256 = new Map(manifest.files.map(file => [file.path, file.sha256]))
  const names = recordFiles[record.record_type]
  const wanted = new Map([
    [`${record.folder}/${names.content}`, await means.sha256(last.content)],
    ...('form' in names ? [[`${record.folder}/${names.form}`, sealed.form_sha256 ?? ''] as const] : []),
    ...Object.entries(record.files).map(([uuid, path]) => [path, sealed.files[uuid]?.sha256 ?? ''] as const),
  ])
  // The PDF printed for this bundle, or earlier with the same content, is a link of its own.
  const printed = links.flatMap(({ kind, content }) =>
    kind === 'exported' && content !== null ? (JSON.parse(content) as { file_sha256?: string }).file_sha256 : [],
  )
  const document = `${record.folder}/${names.document}`
  const isPrinted = !files.has(document) || printed.length === 0 || printed.includes(sha256.get(document))
  const changed = [...wanted].filter(([path, hash]) => files.has(path) && sha256.get(path) !== hash)
  // A sealed file that is not in the bundle was already gone when the bundle was made.
  const lost = Object.keys(sealed.files).filter(uuid => !(uuid in record.files))
  return [
    ...changed.map(([path]): BundleFault => ({ fault: 'not_sealed', path, position: last.position })),
    ...(isPrinted ? [] : [{ fault: 'not_sealed' as const, path: document, position: last.position }]),
    ...lost.map(
      (uuid): BundleFault => ({ fault: 'missing', path: `${record.folder}/${uuid}`, position: last.position }),
    ),
  ]
}

/** Links that contain sealed content. A later change of a report says nothing of its figures. */
const versions: Record<SealedRecord, SealKind[]> = { submission: ['completed', 'corrected'], report: ['completed'] }
