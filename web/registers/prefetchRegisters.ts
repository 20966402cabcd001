/**
 * The registers as the field needs them: the first page of each list, and all their names, by which answers are picked.
 */
import type { FetchQueryOptions } from '@tanstack/react-query'
import { registry, subjectTypes } from '#shared/subjects/registry.ts'
import { registerNames } from '../answers/registerNames.ts'
import type { SessionScope } from '../lib/feature.ts'
import { queryClient } from '../lib/queryClient.ts'
import { currentSite } from '../lib/site.ts'
import { registerApis } from '../subjects/registerApis.ts'

export async function keepRegisters({ can }: SessionScope): Promise<void> {
  for (const type of subjectTypes) {
    if (!can('read', registry[type].subject)) continue
    const { list } = registerApis[type]
    // All of it, whichever site is chosen: copies for work without signal do not shrink.
    for (const site of new Set([null, currentSite()]))
      await queryClient.prefetchQuery(list.at(site, {}) as FetchQueryOptions)
    await queryClient.prefetchQuery(registerNames(type))
  }
}
