/** Deliver rows of registers that are created offline, and what happens to animals and groups. */

import type { AnimalEvent } from '#shared/animal-events/contract.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { registry } from '#shared/subjects/registry.ts'
import { type EventEntry, keysAfterEvent, queueOfOwner } from '../animal-events/queries.ts'
import { api } from '../api.ts'
import { newRowHandler } from '../lib/offline/newRowHandler.ts'
import type { NewRowEntry } from '../lib/offline/outboxHandler.ts'
import { queryClient } from '../lib/queryClient.ts'
import { withTimeout } from '../lib/withTimeout.ts'
import { registerApis } from '../subjects/registerApis.ts'

const rowsOf = (name: 'animal' | 'animal_group' | 'location') => {
  const { feature, path } = registry[name]
  return newRowHandler({
    name,
    create: withTimeout(registerApis[name].create as never),
    describe: ({ server_id }, { t }) => ({
      details: [t(`${feature}.title`)],
      href: server_id === null ? path : `${path}/${server_id}`,
    }),
    onDone: () => void queryClient.invalidateQueries({ queryKey: [feature] }),
  })
}

const calls = {
  animal: withTimeout(api.animalEvents.create),
  animal_group: withTimeout(api.groupEvents.create),
}

/** What happens to an animal or a group: of each in the order in which it was recorded. */
const eventHandler = newRowHandler({
  name: 'animalEvent',
  create: ({ owner, ...input }, { key }) => calls[owner as keyof typeof calls](input as never, { key }),
  describe: (entry, { t, locale }) => {
    const { details, day, owner, id } = (entry as NewRowEntry & EventEntry).input
    return {
      details: [
        t(`animalEvents.types.${(details as AnimalEvent['details']).type}`),
        formatsOf(locale, undefined).date(day),
      ],
      href: id < 0 ? registry[owner].list : `${registry[owner].path}/${id}`,
    }
  },
  queueOf: entry => queueOfOwner((entry as NewRowEntry & EventEntry).input),
  onDone: () => {
    for (const queryKey of keysAfterEvent) void queryClient.invalidateQueries({ queryKey })
  },
})

export const registerOutboxHandlers = [rowsOf('animal'), rowsOf('animal_group'), rowsOf('location'), eventHandler]
