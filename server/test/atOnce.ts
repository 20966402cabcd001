import { tend } from './tend.ts'

/** Does the same many times at once. Every connection is opened before, so that the calls really meet. */
export async function atOnce<T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const { isolated, platform } = (await tend()).services.pools
  const sleepers = [isolated, platform].flatMap(pool =>
    Array.from({ length: pool.options.max ?? 1 }, () => pool.query('select pg_sleep(0.02)')),
  )
  await Promise.all(sleepers)
  return Promise.all(Array.from({ length: times }, (_, index) => work(index)))
}
