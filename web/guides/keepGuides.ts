import type { GuideContent } from '#shared/guides/contract.ts'
import { api } from '../api.ts'
import { queryClient } from '../lib/queryClient.ts'
import { keepFiles } from './keptFiles.ts'

export { findFile } from './keptFiles.ts'

/** So many guides are on a device for work without signal: those that must be read first. */
const most = 50

/** Brings the guides that this person may read onto the device, one after the other, with their pictures and files; the list as the page asks for it too. */
export async function keepGuides(userId: number): Promise<void> {
  await queryClient.fetchQuery(api.guides.list.query({}))
  const { data } = await queryClient.fetchQuery(api.guides.list.query({ per_page: most }))
  const contents: GuideContent[] = []
  for (const { id } of data) {
    const { published } = await queryClient.fetchQuery(api.guides.get.query({ id }))
    if (published) contents.push(published.content)
  }
  await keepFiles(userId, contents)
}
