import { useEffect, useState } from 'react'
import { batchStateNames } from '#/api/money/payments.texts.ts'
import { type Text, truncateUnits } from '#/domain/base/text.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { usePlaceName } from './places.ts'
import { searchTexts } from './search.texts.ts'

/** A search result with the path of its page, or its action. */
export interface SearchResult {
  readonly key: string
  readonly title: string
  readonly note: string
  readonly act: string | (() => void)
}

/** Delay between the last key and the request, in milliseconds. */
const TYPING_PAUSE_MS = 250
const MIN_QUERY_LENGTH = 2
const MAX_RECORDS = 50

function useDebouncedText(typed: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

/** Searches the server for batches, people and units. */
export function useRecords(typed: string): { groups: readonly { name: Text; entries: readonly SearchResult[] }[]; isLooking: boolean; failure: string } {
  const t = useText()
  const nameOf = usePlaceName()
  const text = truncateUnits(typed.trim(), MAX_RECORDS)
  const debouncedText = useDebouncedText(text)
  const isLongEnough = text.length >= MIN_QUERY_LENGTH
  const { data, error, isFetching } = useRead(
    api.lookups.find,
    { text: debouncedText },
    { isEnabled: debouncedText.length >= MIN_QUERY_LENGTH, keepLast: false },
  )
  const isSearching = isLongEnough && (debouncedText !== text || (isFetching && !data))
  if (!isLongEnough || debouncedText !== text || !data)
    return { groups: [], isLooking: isSearching, failure: isLongEnough && !isSearching && error ? error.message : '' }
  const note = (...parts: (string | false | null)[]) => parts.filter(Boolean).join(' · ')
  return {
    isLooking: isSearching,
    failure: '',
    groups: [
      {
        name: searchTexts.foundBatches,
        entries: data.batches.map(({ id, no, unitName, state, path, place }) => ({
          key: `batch ${id}`,
          title: no,
          note: note(unitName, t(batchStateNames[state]), place !== null && !place.isHere && nameOf(place)),
          act: path,
        })),
      },
      {
        name: searchTexts.foundPeople,
        entries: data.operators.map(({ id, name, code, mobile, path }) => ({ key: `operator ${id}`, title: name, note: note(mobile, code), act: path })),
      },
      { name: searchTexts.foundUnits, entries: data.units.map(({ id, name, code, path }) => ({ key: `unit ${id}`, title: name, note: code, act: path })) },
    ],
  }
}
