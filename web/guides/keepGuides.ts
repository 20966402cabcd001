import { queryClient } from '../lib/queryClient.ts'
import { guidesApi } from './api.ts'

/** So many guides are on a device for work without signal: those that must be read first. */
const most = 50

/** Brings the guides that this person may read onto the device, one after the other; the list as the page asks for it too. */
export async function keepGuides(): Promise<void> {
  await queryClient.fetchQuery(guidesApi.list.query({}))
  const { data } = await queryClient.fetchQuery(guidesApi.list.query({ per_page: most }))
  for (const { id } of data) await queryClient.fetchQuery(guidesApi.get.query({ id }))
}
