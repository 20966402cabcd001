/** Where files lie in a ZIP: a folder for each submission, named by its day and number. */
import { cutToBytes } from '#shared/lib/filename.ts'
import type { FileRow } from '../../files/queries.ts'

type Submission = { id: number; started_at: string; completed_at: string | null }

/** `files/2026-11-20 1234` */
export const folderOf = ({ id, started_at, completed_at }: Submission): string =>
  `files/${new Date(completed_at ?? started_at).toISOString().slice(0, 10)} ${id}`

/** The paths of the files of a submission, by their uuids: the question, then the name that each had on its device. No two are the same. */
export function pathsOf(
  folder: string,
  files: Pick<FileRow, 'uuid' | 'questionId' | 'name'>[],
): Record<string, string> {
  const taken = new Set<string>()
  return Object.fromEntries(
    files.map(({ uuid, questionId, name }) => {
      const [, stem = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,10})?$/s.exec(clean(name)) ?? []
      const path = (end: string) => `${folder}/${clean(questionId ?? '')} ${cutToBytes(stem, 80)}${end}${ending}`
      let found = path('')
      for (let number = 2; taken.has(found.toLowerCase()); number++) found = path(` (${number})`)
      taken.add(found.toLowerCase())
      return [uuid, found]
    }),
  )
}

/** What every system takes in a name: no path leads out of its folder. */
const clean = (name: string) => name.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_').replace(/^\.+|[. ]+$/g, '_')
