/**
 * The same page for the same company while the table grows with the rows of others: asked in turn of two databases of
 * one server, so that whatever else the machine does meets both.
 */

import { createDatabase, onDatabase, startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { timeInTurn } from './load.ts'
import { startTend } from './processes.ts'
import type { Row } from './row.ts'
import { fillCompanies, settle, signIn } from './rows/companies.ts'
import { median } from './statistics.ts'

const requests = 300
const rowsEach = 1000
/** The company that is asked for. */
const own = 5

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  await using few = await tendWith(databases.url, folder.path, 11)
  await using many = await tendWith(databases.url, folder.path, 1001)
  const [small = [], large = []] = await timeInTurn([few.list, many.list], requests)
  return [
    {
      what: 'the same page, 1,000,000 rows of other companies beside it',
      unit: 'ms',
      measured: median(large),
      baseline: { what: '10,000 rows of other companies', value: median(small) },
      budget: { on: 'ratio', atMost: 1.1 },
    },
  ]
}

/** A tend of this many companies; its address of the list with the token of one of their managers. */
async function tendWith(serverUrl: string, folder: string, companies: number) {
  const url = await createDatabase(serverUrl, `companies_${companies}`)
  const tend = await startTend(`${folder}/data-${companies}`, { DATABASE_URL: url })
  const token = await onDatabase(url, async client => {
    await fillCompanies(client, { first: 1, last: companies, submissions: rowsEach })
    await settle(client)
    return signIn(client, own)
  })
  return { ...tend, list: { url: `${tend.address}/api/form/submission`, token } }
}
