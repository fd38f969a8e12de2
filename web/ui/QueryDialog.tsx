import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'
import { Failure } from './Failure.tsx'
import { type NeededQuery, stageOf } from './query-stage.ts'

interface QueryDialogProps<T> {
  readonly query: NeededQuery<T>
  /** Title of the dialog that shows the failure. */
  readonly title: string
  readonly onClose: () => void
  /** Renders the dialog. */
  readonly children: (answer: T) => ReactNode
}

/** An open dialog that needs the answer of a query. Shows the failure with Retry in its place if there is no answer. */
export function QueryDialog<T>({ query, title, onClose, children }: QueryDialogProps<T>) {
  if (stageOf(query) === 'loading') return null
  if (query.data !== undefined) return children(query.data)
  return (
    <Dialog title={title} onClose={onClose}>
      <Failure error={query.error} onRetry={() => void query.refetch()} />
    </Dialog>
  )
}
