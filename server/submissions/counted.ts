/**
 * How many submissions a list has that nothing narrows, for whoever may read all complete ones: these as the database keeps their count
 * (`submissionCounts`), and beside them the drafts that the rules let them read, which are few and looked up.
 */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { RawRule } from '#shared/lib/rules.ts'
import { conditionOf, keptCondition } from '../lib/registers/accessible.ts'
import type { Looking } from './filters.ts'
import { submissionCounts, submissions } from './table.ts'

/** The number as SQL, null where there are more drafts than are looked up; nothing where the rules of the actor are of another kind. */
export function countedOf({ ability, actor: { companyId } }: Pick<Looking, 'ability' | 'actor'>): SQL | undefined {
  if (companyId === null) return undefined
  return keptCondition(ability, submissions, `counted ${companyId}`, () => {
    const rules = ability.rulesFor('read', 'Submission').map(rule => ofCompany(rule, companyId))
    if (rules.some(({ inverted }) => inverted) || !rules.some(allowsAllComplete)) return undefined
    return sql`(select coalesce(sum(${submissionCounts.complete}), 0) from ${submissionCounts}
      where ${eq(submissionCounts.companyId, companyId)}) + ${draftsOf(rules, companyId)}`
  })
}

type Rule = { conditions?: RawRule['conditions']; inverted?: boolean }

/** A rule without the company that is said beside it: PostgreSQL takes two equal conditions for two that narrow. */
function ofCompany(
  { conditions, inverted = false }: Rule,
  own: number,
): Rule & { conditions: Record<string, unknown> } {
  const { companyId, ...others } = (conditions ?? {}) as Record<string, unknown>
  return { conditions: companyId === undefined || companyId === own ? others : { companyId, ...others }, inverted }
}

const allowsAllComplete = ({ conditions = {} }: Rule): boolean =>
  Object.entries(conditions).every(([field, value]) => field === 'status' && value === 'complete')

/** More than anybody has begun: beyond, the number is not known here, and the list is counted row by row up to its bound. */
const mostDrafts = 1_000

/** By one lookup for each rule, so that each has its index whatever the values are, and this is planned once for all. */
function draftsOf(rules: Rule[], companyId: number): SQL {
  const lookups = rules
    .filter(({ conditions }) => (conditions as Record<string, unknown>).status !== 'complete')
    .map(rule => {
      const living = and(isNull(submissions.completedAt), isNull(submissions.archivedAt))
      const where = and(eq(submissions.companyId, companyId), conditionOf(rule, submissions), living)
      return sql`(select ${submissions.id} from ${submissions} where ${where} limit ${mostDrafts + 1})`
    })
  if (lookups.length === 0) return sql`0`
  return sql`(select drafts from (select count(*) as drafts from (${sql.join(lookups, sql` union `)}) found) counted
    where drafts <= ${mostDrafts})`
}
