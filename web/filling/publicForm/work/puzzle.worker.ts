import { type Puzzle, solve } from '#shared/public-links/puzzle.ts'

/** Solves the puzzle that it is sent, and says the work. */
addEventListener('message', ({ data }: MessageEvent<{ puzzle: Puzzle; uuid: string }>) => {
  void solve(data.puzzle, data.uuid).then(work => postMessage(work))
})
