import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * A query client that refetches also when an event comes during a first fetch. The library lets that fetch end, but its
 * answer may be from before the change, and would be shown until the next event.
 */
export class EventAwareQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    if (filters?.refetchType !== 'none')
      for (const query of this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' }))
        if (query.state.data === undefined) void query.cancel({ silent: true })
    return super.invalidateQueries(filters, options)
  }

  /**
   * Reads the shown data once more. A first reading that is under way may end before, so that a slow phone has
   * something to show.
   */
  async readAgain(): Promise<void> {
    const first = this.getQueryCache()
      .findAll({ type: 'active', fetchStatus: 'fetching' })
      .filter(query => query.state.data === undefined)
    const others = super.invalidateQueries({ predicate: query => !first.includes(query) })
    const later = first.map(async query => {
      // This joins the reading that is under way.
      await query.fetch().catch(() => undefined)
      await super.invalidateQueries({ queryKey: query.queryKey, exact: true })
    })
    await Promise.all([others, ...later])
  }
}
