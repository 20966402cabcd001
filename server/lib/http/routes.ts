import type { FastifyInstance } from 'fastify'
import type { Contract, Endpoint, HandlerInput, HandlerResult } from '#shared/lib/contract.ts'
import type { IncrementalList } from '../changes/incremental.ts'
import type { Context } from '../context.ts'
import { type AnyFunction, type AnyHandler, answer, type Call } from './pipeline.ts'

type Result<E extends Endpoint> = Promise<HandlerResult<E>> | HandlerResult<E>

/** Answers a call: a named function that the routes of its feature list. `Prepared` is what its `prepare` returned. */
export type Handler<E extends Endpoint, Prepared = undefined> = (
  input: HandlerInput<E>,
  ctx: Context,
  ...prepared: [Prepared] extends [undefined] ? [] : [prepared: Prepared]
) => Result<E>

/**
 * A call with heavy work. `prepare` runs before the transaction and may only read; `handle` is given its result.
 * Without `handle` the call only reads, and the prepared result is its answer.
 */
export type PreparedHandler<E extends Endpoint> =
  | { prepare: Handler<E>; handle?: undefined }
  | {
      prepare: (input: HandlerInput<E>, ctx: Context) => Promise<unknown> | undefined
      handle: (input: HandlerInput<E>, ctx: Context, prepared: never) => Result<E>
      /** Its transaction may take seconds: few of these run at once (`turns.long` in `db/pools.ts`). */
      isLong?: true
    }

export type Handlers<Calls extends Contract> = {
  [Name in keyof Calls]: Handler<Calls[Name]> | PreparedHandler<Calls[Name]>
}

export type ModuleRoutes = { endpoint: Endpoint; handler: AnyHandler }[]

/** The calls of a feature with what answers them. */
export const routes = <Calls extends Contract>(calls: Calls, handlers: Handlers<Calls>): ModuleRoutes =>
  Object.entries<Endpoint>(calls).map(([name, endpoint]) => {
    const handler = handlers[name] as AnyFunction | AnyHandler
    return { endpoint, handler: typeof handler === 'function' ? { handle: handler } : handler }
  })

/** Serves the calls of all features below /api. */
export function serve(
  app: FastifyInstance,
  {
    routes,
    incremental,
    ...who
  }: Omit<Call, 'endpoint' | 'handler' | 'incremental'> & { routes: ModuleRoutes; incremental: IncrementalList[] },
): void {
  const lists = new Map(incremental.map(list => [list.call, list]))
  for (const { endpoint, handler } of routes)
    app.route({
      method: endpoint.method,
      url: endpoint.format === 'scim' ? endpoint.path : `/api${endpoint.path}`,
      config: { takesForms: endpoint.takesForms === true, ...(endpoint.format && { format: endpoint.format }) },
      // A line of the log bears its moment. Whether a public form is a reporting channel is known only when its link
      // was found.
      ...((endpoint.traceless === true || endpoint.isolation === 'link') && { logLevel: 'silent' }),
      handler: async (request, reply) =>
        answer(request, reply, { ...who, endpoint, handler, incremental: lists.get(endpoint) }),
    })
}
