/** What the first process and those that serve say to each other. */

/** What a process is to serve, said by the first one. */
export type Task = {
  /** The database, as its owner. */
  ownerUrl: string
  /** Counts from 1. The process that replaces another has its number. */
  number: number
  /** Whether it is the first of all: it fills in a demo, and says who becomes the administrator. */
  isFirst: boolean
}

/** Who leaves is replaced: it breaks no connection. Who stops is the end of all. */
export type ToProcess = { serve: Task } | { end: 'leave' | 'stop' }
export type FromProcess = { serving: string } | { failed: string }

/** One process alone works the jobs and what goes out; any of them writes them. */
export const worksJobs = ({ number }: Pick<Task, 'number'>) => number === 1
