import type { Definition } from '#shared/forms/definition.ts'
import { keepContent, missingTables } from '#shared/forms/tables/contents.ts'
import type { TableContent } from '#shared/forms/tables/formTable.ts'
import { api } from '../api.ts'
import { cacheResponse, findCachedResponse } from '../lib/responseCache.ts'

const keyOf = (uuid: string) => `form-table ${uuid}`

/**
 * Sees to it that the tables of a form are at hand: from this device, else from the server, and then on this device
 * too. One that is not to be had has no rows for now; a content never changes, so that nothing is ever fetched twice.
 */
export async function loadTables(userId: number, definition: Pick<Definition, 'tables'>): Promise<void> {
  for (const uuid of missingTables(definition)) {
    const kept = (await findCachedResponse(userId, keyOf(uuid)))?.data as TableContent | undefined
    const content = kept ?? (await fetchTable(uuid))
    if (!content) continue
    if (!kept) await cacheResponse(userId, keyOf(uuid), content)
    keepContent(uuid, content)
  }
}

const fetchTable = async (uuid: string): Promise<TableContent | undefined> => {
  try {
    const { columns, rows } = await api.forms.table({ uuid })
    return { columns, rows }
  } catch (cause) {
    console.warn('A table of a form is missing here', cause)
    return undefined
  }
}
