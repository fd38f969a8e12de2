import { latenessOf } from '#/domain/application.ts'
import type { Call } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { downloadFile } from '#/web/parts/files/download.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import type { FilterField } from '#/web/ui/FilterBar.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { durationIn } from './duration.ts'
import { reviewing } from './review.texts.ts'

/** What every review list keeps in its address about who has it and how long it waits. */
export const heldAllowed = { reviewer: ['mine', 'nobody'], lateness: ['late', 'over'] } as const
type Held = { readonly [K in keyof typeof heldAllowed]: '' | (typeof heldAllowed)[K][number] }

/** The conditions "whose" and "how late". */
export function useReviewFields(): readonly FilterField<keyof Held>[] {
  const say = useText()
  return [
    {
      kind: 'choice',
      name: 'reviewer',
      label: say(reviewing.reviewerFilter),
      choices: heldAllowed.reviewer.map((value) => ({ value, label: say(reviewing[value]) })),
    },
    {
      kind: 'choice',
      name: 'lateness',
      label: say(reviewing.lateness),
      choices: heldAllowed.lateness.map((value) => ({ value, label: say(reviewing[value]) })),
    },
  ]
}

/** What is asked of the server, of the list and of its file alike; `given` leaves out what is not chosen. */
export function heldBy({ reviewer, lateness }: Held) {
  return { reviewer, lateness }
}

const waitTones = { fine: 'blue', late: 'gold', over: 'red' } as const

/** How long something waits, or waited until it was decided. */
export function WaitingTag({ hours, isOpen }: { readonly hours: number; readonly isOpen: boolean }) {
  const spoken = useLanguage()
  return <StatusTag tone={isOpen ? waitTones[latenessOf(hours)] : 'grey'}>{durationIn(spoken, hours)}</StatusTag>
}

interface ReviewExportProps<I> {
  readonly call: Call<I, { fileId: string; count: number }>
  /** The conditions of the list. */
  readonly of: I
}

/** The rows of the list as a file. */
export function ReviewExport<I>({ call, of }: ReviewExportProps<I>) {
  const exporting = useSubmit(call, {
    onDone: (answer) => void downloadFile(answer.fileId).catch(() => undefined),
  })
  return <ExportButton isBusy={exporting.isBusy} onPress={() => exporting.submit(of)} />
}

/** Whoever opens what nobody has takes it. Whoever has it already keeps it: the drawer says who. */
export function useTaking<I, O>(call: Call<I, O>) {
  const take = useSubmit(call, { done: '' })
  return (row: { readonly reviewerId: number | null }, of: I) => {
    if (row.reviewerId === null) void take.submit(of)
  }
}
