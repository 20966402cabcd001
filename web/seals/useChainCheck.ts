import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SealFault } from '#shared/sealing/contract.ts'
import { api } from '../api.ts'

/** More nobody reads; how many there are is counted all the same. */
export const maxListed = 200

type Checked = {
  isRunning: boolean
  /** Null until the end was reached. */
  finishedAt: string | null
  done: number
  total: number
  faults: SealFault[]
  found: number
  error: Error | null
}

const nothing: Checked = {
  ...{ isRunning: false, finishedAt: null, error: null },
  ...{ done: 0, total: 0, faults: [], found: 0 },
}

/** Walks along the chain, as far as one call goes after the other, until it ends, is stopped, or the page is left. */
export function useChainCheck() {
  const [checked, setChecked] = useState<Checked | null>(null)
  const turn = useRef(0)
  const queries = useQueryClient()
  const stop = () => {
    turn.current++
    setChecked(last => (last?.isRunning ? null : last))
  }
  useEffect(
    () => () => {
      turn.current++
    },
    [],
  )
  const begin = async (total: number) => {
    const mine = ++turn.current
    let sofar: Checked = { ...nothing, isRunning: true, total }
    setChecked(sofar)
    try {
      for (let after = 0; sofar.isRunning; ) {
        const { checked_to, last, faults } = await api.sealing.check({ after })
        if (mine !== turn.current) return
        const isEnd = checked_to >= last
        sofar = {
          ...{ isRunning: !isEnd, finishedAt: isEnd ? new Date().toISOString() : null, error: null },
          ...{ done: Math.min(checked_to, last), total: last, found: sofar.found + faults.length },
          faults: [...sofar.faults, ...faults].slice(0, maxListed),
        }
        setChecked(sofar)
        after = checked_to
        if (isEnd) await queries.invalidateQueries({ queryKey: api.sealing.key })
      }
    } catch (error) {
      if (mine === turn.current) setChecked({ ...sofar, isRunning: false, error: error as Error })
    }
  }
  return { checked, begin, stop }
}
