/**
 * The ways of three calls from the route table to the row and back: the files that a reader opens, in that order. What
 * every call has in common (`kernel`) is read once. `scripts/structure.ts` prints how many there are.
 */
export const kernel = [
  'server/lib/http/routes.ts',
  'server/lib/http/pipeline.ts',
  'server/lib/http/requestInput.ts',
  'server/lib/http/idempotency.ts',
  'server/accounts/identity.ts',
  'server/lib/unitOfWork.ts',
  'server/lib/db/pools.ts',
  'server/lib/context.ts',
]

export const ways = {
  'complete a task': [
    'server/tasks/module.ts',
    'shared/tasks/contract.ts',
    'server/tasks/sentTaskQueries.ts',
    'server/lib/registers/accessible.ts',
    'shared/tasks/rules.ts',
    'server/tasks/present.ts',
    'server/tasks/complete.ts',
    'server/tasks/effect.ts',
    'server/files/commands.ts',
    'server/tasks/ports.ts',
    'server/lib/events.ts',
    'server/lib/queryPorts.ts',
    'server/tasks/occurrences.ts',
    'server/audit/commands.ts',
    'server/companies/roleQueries.ts',
    'server/subjects/queries.ts',
    'server/lib/db/prepared.ts',
    'server/tasks/table.ts',
  ],
  'post a message': [
    'server/messaging/module.ts',
    'shared/messaging/conversations.ts',
    'server/lib/security/limits.ts',
    'server/messaging/post.ts',
    'server/messaging/access.ts',
    'server/messaging/blocks.ts',
    'server/messaging/recipients.ts',
    'server/messaging/present.ts',
    'server/lib/db/prepared.ts',
    'server/lib/events.ts',
    'server/messaging/table.ts',
  ],
  'list submissions': [
    'server/submissions/module.ts',
    'shared/submissions/contract.ts',
    'server/submissions/listQueries.ts',
    'server/lib/registers/accessible.ts',
    'shared/submissions/rules.ts',
    'server/lib/registers/listing.ts',
    'server/lib/db/prepared.ts',
    'server/subjects/queries.ts',
    'server/submissions/table.ts',
  ],
}
