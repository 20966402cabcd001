import { Problem } from '#shared/lib/problem.ts'

/**
 * For `catch`: what it means here that something is not there for somebody, or not allowed to them. Every other error
 * goes on, so that a lost database never looks like a row that is not there.
 */
export const whereRefused =
  <Meaning>(meaning: () => Meaning) =>
  (error: unknown): Meaning => {
    if (error instanceof Problem && (error.code === 'not_found' || error.code === 'forbidden')) return meaning()
    throw error
  }
