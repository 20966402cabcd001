/** Documents of records, and scans: they can bear names that nothing replaces. */

import type { PassRecordDetail } from '#shared/passes/passPage.ts'
import type { PassKind } from '#shared/passes/rules.ts'
import { opensPapers } from '#shared/passes/rules.ts'
import type { FileRow } from '../../files/queries.ts'
import type { Reading } from '../reading.ts'

type Paper = Pick<FileRow, 'path' | 'name' | 'size' | 'createdAt'>
type Record = { kind: PassKind; recordId: number }

/** "Document 2": what a file is called where names are replaced. */
export const neutralName = ({ t, people }: Pick<Reading, 't' | 'people'>, at: number): string =>
  people.own(t('passes.document', { number: at }))

/** Papers of a record that were there at the start of the pass, opened where the pass opens papers. */
export const papersOf = (reading: Reading, record: Record, papers: Paper[]): PassRecordDetail['papers'] => {
  const { open, fileAddress } = reading
  return papers
    .filter(({ createdAt }) => createdAt <= open.asOf)
    .map(({ path, name, size }, index) => {
      const at = index + 1
      const address = opensPapers(open.pass) ? fileAddress({ path, of: { ...record, at } }) : null
      return {
        name: open.pass.showsNames ? name : neutralName(reading, at),
        ...{ size, address },
      }
    })
}
