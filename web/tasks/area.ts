/** The page of a task, which a worker's browser fetches without those of who gives work. */
export { TaskPage } from './TaskPage.tsx'
