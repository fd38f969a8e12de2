import { latenessOf } from '#/domain/onboarding/application.ts'
import type { ApiCall } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import type { FilterField } from '#/web/ui/FilterBar.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { formatDuration } from './duration.ts'
import { reviewTexts } from './review.texts.ts'

/** The URL values of every review list for the reviewer and the waiting time. */
export const reviewFilterValues = { reviewer: ['mine', 'nobody'], lateness: ['late', 'over'] } as const
type ReviewFilter = { readonly [K in keyof typeof reviewFilterValues]: '' | (typeof reviewFilterValues)[K][number] }

/** Returns the filters for the reviewer and the waiting time. */
export function useReviewFields(): readonly FilterField<keyof ReviewFilter>[] {
  const t = useText()
  return [
    { kind: 'choice', name: 'reviewer', label: t(reviewTexts.reviewerFilter), choices: choicesOf(t, reviewFilterValues.reviewer, reviewTexts) },
    { kind: 'choice', name: 'lateness', label: t(reviewTexts.lateness), choices: choicesOf(t, reviewFilterValues.lateness, reviewTexts) },
  ]
}

/** Returns the input of both filters, for the list and its export. `setConditions` removes unset filters. */
export function reviewFilterInput({ reviewer, lateness }: ReviewFilter) {
  return { reviewer, lateness }
}

const waitTones = { fine: 'blue', late: 'gold', over: 'red' } as const

/** The waiting time of an item until now, or until its decision. */
export function WaitingTag({ hours, isOpen }: { readonly hours: number; readonly isOpen: boolean }) {
  const currentLanguage = useLanguage()
  return <StatusTag tone={isOpen ? waitTones[latenessOf(hours)] : 'grey'}>{formatDuration(currentLanguage, hours)}</StatusTag>
}

interface ReviewExportProps<I> {
  readonly call: ApiCall<I, { fileId: string; count: number }>
  readonly of: I
}

export function ReviewExport<I>({ call, of }: ReviewExportProps<I>) {
  return <ExportButton file={() => call(of)} />
}

/**
 * Returns a function that assigns an opened item to the user, unless a colleague already has it. The drawer then names
 * the colleague.
 */
export function useAssignOnOpen<I, O>(call: ApiCall<I, O>) {
  const assign = useSubmit(call, { done: '' })
  return (row: { readonly reviewerId: number | null }, of: I) => {
    if (row.reviewerId === null) void assign.submit(of)
  }
}
