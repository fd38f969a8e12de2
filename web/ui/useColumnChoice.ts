import { useMemo } from 'react'
import { perUserKey, storedSetting } from '#/web/kernel/preferences.ts'
import type { Signal } from '#/web/kernel/signal.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { type ColumnChoice, initialChoice } from './columns.ts'

const choices = new Map<string, Signal<ColumnChoice>>()

function isChoice(value: unknown): value is ColumnChoice {
  const choice = value as Partial<ColumnChoice> | null
  return typeof choice === 'object' && choice !== null && [choice.order, choice.hidden, choice.pinned].every(Array.isArray)
}

/**
 * Returns this user's settings for a table and the function that sets them. The account carries them to other browsers.
 */
export function useColumnChoice(id: string, columns: Parameters<typeof initialChoice>[0]): [ColumnChoice, (choice: ColumnChoice) => void] {
  const name = perUserKey('table', id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the initial choice is made once, from the first columns.
  const source = useMemo(() => {
    const choice = choices.get(name) ?? storedSetting(name, initialChoice(columns), isChoice, `table.${id}`)
    choices.set(name, choice)
    return choice
  }, [name])
  return [useSignal(source), source.set]
}
