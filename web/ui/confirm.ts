import type { ReactNode } from 'react'
import { signal } from '#/web/kernel/signal.ts'

/** A question that must be answered before an action. */
export interface Confirmation {
  readonly title: ReactNode
  readonly content?: ReactNode
  readonly okText: string
  readonly cancelText?: string
  readonly isDangerous?: boolean
  /** May return a promise. The dialog stays open until the promise settles. */
  readonly onOk: () => unknown
  readonly onCancel?: () => void
}

export const pendingConfirmation = signal<Confirmation | null>(null)

/**
 * Asks a question and calls `onOk` or `onCancel` with the answer. A second question replaces the first, which counts as
 * cancelled.
 */
export function confirm(question: Confirmation): void {
  pendingConfirmation.get()?.onCancel?.()
  pendingConfirmation.set(question)
}
